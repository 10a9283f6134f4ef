#include "verify/equivalence/execution/walker.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/equivalence/execution/stop.h"

namespace launchproof::equivalence {

using model::ArrayId;
using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;
using verdict::Cause;
using verdict::Verdict;

namespace {

constexpr std::uint64_t kStepsBetweenLooks = 1U << 18;

}  // namespace

Walker::Walker(const Launch& launch, const std::string& side, const SizeWords& sizes, Graph& graph,
               const Granules& granules, Budget& budget, std::size_t most_depth)
    : d_launch(launch),
      d_graph(graph),
      d_granules(granules),
      d_budget(budget),
      d_most_depth(most_depth),
      d_code(launch.kernel, graph, side),
      d_values(d_code, launch, sizes, graph) {
  for (const model::Site& site : kernel().sites)
    if (site.copy != kNone || site.queue != kNone)
      stop("an asynchronous copy", site.location, Verdict::Unsupported);
    else if (!site.awaited.empty())
      stop("a barrier in memory that some threads only arrive at", site.location, Verdict::Unsupported);
}

void Walker::stop(const std::string& reason, model::LocationId location, Verdict verdict) const {
  throw Stop{verdict, verdict == Verdict::Unsupported ? Cause::UnsupportedConstruct : Cause::NotFollowed,
             reason + " (" + model::describe(kernel(), location) + ")", location};
}

void Walker::assume(Word, model::LocationId location) {
  stop("a statement of the kernel about contents of buffers", location);
}

bool Walker::is_loop_done(Item&, Word, std::size_t) {
  return false;
}

bool Walker::keeps_loop(model::LoopId, std::size_t) const {
  return false;
}

void Walker::compute_block(Item& item) {
  for (const Step& step : d_code.block(item.block).steps) {
    if (step.kind != Step::Kind::Compute)
      stop("an access or a barrier where a loop decides whether to go on",
           kernel().blocks[item.block].location);
    const Instruction& instruction = d_code.instruction(step.index);
    item.values[instruction.target] = d_values.compute(instruction, item.values, item.ids);
  }
}

void Walker::begin(Item& item, const ItemIds& ids) {
  item.ids = ids;
  item.values.assign(kernel().values.size(), Word{});
  item.arrays.clear();
  item.block = 0;
  item.step = 0;
  item.done = false;
  for (const Instruction& leaf : d_code.leaves())
    item.values[leaf.target] = d_values.compute(leaf, item.values, item.ids);
}

void Walker::go_on(Item& item) {
  d_guard = {1, 0};
  run_until(item, kNone, 0);
}

unsigned Walker::granule(const std::string& name) const {
  const auto found = d_granules.find(name);
  return found == d_granules.end() ? 1 : found->second;
}

Memory& Walker::private_array(Item& item, ArrayId id) const {
  const model::Array& array = kernel().arrays[id];
  const std::string name = own_array(array);
  const auto [place, is_new] =
      item.arrays.try_emplace(id, d_graph.name(name), granule(name), array.bytes, Before::Undefined);
  if (is_new && array.contents) place->second.fill(*array.contents);
  return place->second;
}

bool Walker::is_decided_by_statement(Item& item, const BlockCode& code, Word condition) {
  const model::Block& block = kernel().blocks[item.block];
  for (const std::size_t way : {0, 1}) {
    if (kernel().blocks[block.successors[way]].excluded_by == kNone) continue;
    assume(way == 0 ? d_graph.not_(condition) : condition, block.location);
    go(item, code, 1 - way);
    return true;
  }
  return false;
}

void Walker::run_until(Item& item, BlockId end, std::size_t depth) {
  for (;;) {
    if (item.block == end && item.step == 0) return;
    const BlockCode& code = d_code.block(item.block);
    while (item.step < code.steps.size()) {
      const Step step = code.steps[item.step++];
      switch (step.kind) {
        case Step::Kind::Compute: {
          const Instruction& instruction = d_code.instruction(step.index);
          item.values[instruction.target] = d_values.compute(instruction, item.values, item.ids);
          break;
        }
        case Step::Kind::Access:
          access(item, step.index);
          break;
        case Step::Kind::Barrier: {
          const model::Barrier& barrier = kernel().barriers[step.index];
          if (barrier.kind != model::Convergence::Barrier)
            stop(fmt::format("the function {}", barrier.function), barrier.location, Verdict::Unsupported);
          if (barrier.is_of_grid())
            stop("a barrier of the whole launch", barrier.location, Verdict::Unsupported);
          if (depth != 0) stop("a barrier behind a branch that is followed on both sides", barrier.location);
          return;
        }
        case Step::Kind::Fence:
          break;
      }
    }
    look_at_budget(code.steps.size() + 1);
    const model::Block& block = kernel().blocks[item.block];
    if (block.excluded_by != kNone)
      stop("a work-item that an assumption of the kernel leaves out", block.location);
    if (block.successors.empty()) {
      if (block.ends_unreachable) stop("a place that ends the execution", block.location);
      item.done = true;
      return;
    }
    if (block.successors.size() == 1) {
      go(item, code, 0);
      continue;
    }
    const Word condition = d_graph.given(d_guard, item.values[block.condition], 1);
    const bool is_header = block.loop != kNone && kernel().loops[block.loop].header == item.block;
    if (condition.is_known()) {
      if (is_header && keeps_loop(block.loop, depth) && is_loop_done(item, condition, depth)) continue;
      go(item, code, condition.bits != 0 ? 0 : 1);
      continue;
    }
    if (is_decided_by_statement(item, code, condition)) continue;
    if (is_header && is_loop_done(item, condition, depth)) continue;
    part(item, condition, depth);
    if (item.done) return;
  }
}

void Walker::look_at_budget(std::uint64_t steps) {
  d_steps += steps;
  if (d_steps < kStepsBetweenLooks) return;
  const std::uint64_t taken = std::exchange(d_steps, 0);
  const bool is_late = d_budget.is_over && d_budget.is_over();
  if (taken > d_budget.steps || d_graph.size() > d_budget.nodes || is_late)
    throw Stop{
        Verdict::Unknown, is_late ? Cause::ClassTimeout : Cause::ClassMemory,
        fmt::format("the kernel {} computes more than is followed within the limits of time and memory",
                    kernel().name),
        kNone};
  d_budget.steps -= taken;
}

void Walker::go(Item& item, const BlockCode& code, std::size_t successor) {
  const BlockId from = item.block;
  item.block = kernel().blocks[from].successors[successor];
  item.step = 0;
  const model::Block& block = kernel().blocks[item.block];
  if (block.phis.empty()) return;
  d_incoming.clear();
  for (const model::Phi& phi : block.phis)
    d_incoming.push_back(item.values[phi.incoming[code.edges[successor]]]);
  for (std::size_t i = 0; i < block.phis.size(); ++i) item.values[block.phis[i].value] = d_incoming[i];
}

void Walker::part(Item& item, Word condition, std::size_t depth) {
  const BlockId from = item.block;
  const BlockCode& code = d_code.block(from);
  const model::Block& block = kernel().blocks[from];
  if (depth >= d_most_depth) stop("a loop whose end depends on contents of buffers", block.location);
  const Word outer = d_guard;
  const BlockId join = code.join;
  const auto follow = [&](std::size_t successor) {
    const Word holds = successor == 0 ? condition : d_graph.not_(condition);
    d_guard = d_graph.and_(outer, holds);
    if (d_guard.is_false()) return false;
    item.block = from;
    item.done = false;
    go(item, code, successor);
    run_until(item, join, depth + 1);
    return true;
  };
  // The values that the second path needs and that the first may change.
  const std::vector<ValueId>& needed = d_code.block(block.successors[1]).live;
  std::vector<Word> before, first;
  for (const ValueId value : needed) before.push_back(item.values[value]);
  const bool first_runs = follow(0);
  const bool first_ends = item.done;
  if (join != kNone && first_runs && !first_ends)
    for (const ValueId value : d_code.block(join).live) first.push_back(item.values[value]);
  for (std::size_t i = 0; i < needed.size(); ++i) item.values[needed[i]] = before[i];
  const bool second_runs = follow(1);
  const bool second_ends = item.done;
  d_guard = outer;
  if (join == kNone) {
    item.done = true;
    return;
  }
  item.block = join;
  item.step = 0;
  const bool first_there = first_runs && !first_ends;
  const bool second_there = second_runs && !second_ends;
  if ((first_runs && first_ends) || (second_runs && second_ends))
    stop("a work-item that ends on one side of a branch on contents of buffers", block.location);
  item.done = false;
  if (!first_there) return;
  const std::vector<ValueId>& live = d_code.block(join).live;
  for (std::size_t i = 0; i < live.size(); ++i) {
    Word& value = item.values[live[i]];
    value =
        second_there ? d_graph.select(kernel().values[live[i]].width, condition, first[i], value) : first[i];
  }
}

std::vector<std::pair<Word, ArrayId>> Walker::bases(const Item& item, const model::Site& site) {
  const Word base = item.values[site.base];
  if (base.is_known()) return {{Word{1, 0}, static_cast<ArrayId>(base.bits)}};
  std::vector<std::pair<Word, ArrayId>> result;
  for (const ArrayId id : site.arrays)
    if (id != 0) result.emplace_back(d_graph.binary(Op::Equal, 1, 32, base, Graph::known(id, 32)), id);
  return result;
}

}  // namespace launchproof::equivalence

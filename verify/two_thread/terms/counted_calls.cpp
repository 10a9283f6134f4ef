#include "verify/two_thread/terms/counted_calls.h"

#include <algorithm>
#include <bit>
#include <set>

#include "verify/access/checks/one_launch.h"
#include "verify/effort/clock.h"

namespace launchproof::two_thread {

using analysis::Counter;
using model::kNone;
using model::LoopId;
using model::Op;
using model::SiteId;
using model::Value;
using model::ValueId;
using smt::Bits;

namespace {

constexpr Bits kMostCalls = Bits{1} << 62;
constexpr std::chrono::seconds kTime{1};

// Returns the largest number of calls by a work-item, as the access engine counts iterations.
class Iterations {
 public:
  Iterations(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
             const symbolic::Options& limits)
      : d_analysed(kernel, facts, store, limits,
                   effort::Clock::now() + std::min<std::chrono::nanoseconds>(limits.time, kTime)),
        d_evaluator(d_analysed.context(),
                    symbolic::WorkItem::make(store, facts, d_analysed.context().launch, kernel.address_bits,
                                             "calls.s", "calls.g")) {
    for (const std::uint64_t size : facts.local_size) d_items *= size;
  }

  std::optional<Bits> of(const Counter& counter, SiteId call) {
    Counter alone = counter;
    alone.calls = {call};
    try {
      const std::optional<Bits> calls = d_evaluator.calls_of_group(alone);
      return calls && d_items != 0 ? std::optional(*calls / d_items) : std::nullopt;
    } catch (const symbolic::OutOfTime&) {
      return std::nullopt;
    }
  }

 private:
  access::OneLaunch d_analysed;
  access::Evaluator d_evaluator;
  Bits d_items = 1;
};

// Handles loops that continue depending on values returned by the counter.
class Queue {
 public:
  Queue(const model::KernelModel& kernel, const analysis::FlowGraph& graph, symbolic::LaunchTerms& launch,
        const Counter& counter, SiteId call)
      : d_kernel(kernel),
        d_graph(graph),
        d_launch(launch),
        d_counter(counter),
        d_call(call),
        d_loop(kernel.blocks[kernel.sites[call].block].loop) {}

  // Returns the number of values for which some test lets a work-item continue with another iteration. Walks
  // up from the latch through blocks that each such iteration passes.
  std::optional<Bits> values_that_go_on() const {
    const model::Loop& loop = d_kernel.loops[d_loop];
    if (loop.parent != kNone) return std::nullopt;
    model::BlockId block = loop.latch;
    for (std::size_t steps = 0; steps < loop.blocks.size(); ++steps) {
      if (d_kernel.blocks[block].loop != d_loop) return std::nullopt;
      if (const auto known = values_to_stay(block)) return known;
      if (block == loop.header) return std::nullopt;
      const auto& from = d_kernel.blocks[block].predecessors;
      if (from.size() != 1) {
        block = d_graph.immediate_dominator(d_loop, d_graph.node(d_loop, block));
        continue;
      }
      const model::Block& before = d_kernel.blocks[from[0]];
      const bool is_first = before.successors[0] == block;
      if (before.successors.size() == 2 && before.successors[0] != before.successors[1]) {
        if (const auto known = values_that_pass(before.condition, is_first)) return known;
        if (const auto way = only_way(from[0], is_first)) {
          block = *way;
          continue;
        }
      }
      block = from[0];
    }
    return std::nullopt;
  }

 private:
  const Value& value(ValueId id) const { return d_kernel.values[id]; }

  // Returns the number of values for which the block's branch stays in the loop, if an edge leaves it.
  std::optional<Bits> values_to_stay(model::BlockId id) const {
    const model::Block& block = d_kernel.blocks[id];
    if (block.successors.size() != 2) return std::nullopt;
    const bool first_stays = d_graph.contains(d_loop, block.successors[0]);
    if (first_stays == d_graph.contains(d_loop, block.successors[1])) return std::nullopt;
    return values_that_pass(block.condition, first_stays);
  }

  // A branch on a constant that each path to its block determines: the block before it on the only path that
  // allows the edge.
  std::optional<model::BlockId> only_way(model::BlockId id, bool when) const {
    const model::Block& block = d_kernel.blocks[id];
    const Value& test = value(block.condition);
    if (test.op != Op::Equal || value(test.operands[1]).op != Op::Constant) return std::nullopt;
    std::optional<model::BlockId> result;
    for (const model::Phi& phi : block.phis) {
      if (phi.value != test.operands[0]) continue;
      for (std::size_t i = 0; i < phi.incoming.size(); ++i) {
        const Value& brought = value(phi.incoming[i]);
        if (brought.op != Op::Constant) return std::nullopt;
        if ((brought.literal == value(test.operands[1]).literal) != when) continue;
        if (result) return std::nullopt;
        result = block.predecessors[i];
      }
    }
    return result;
  }

  std::optional<Bits> values_that_pass(ValueId condition, bool when) const {
    const Value* test = &value(condition);
    while (test->op == Op::Xor && test->width == 1 && value(test->operands[1]).op == Op::Constant) {
      when = when != (value(test->operands[1]).literal != 0);
      test = &value(test->operands[0]);
    }
    const bool is_signed = test->op == Op::SLess || test->op == Op::SLessEq;
    const bool or_equal = test->op == Op::ULessEq || test->op == Op::SLessEq;
    if (!is_signed && !or_equal && test->op != Op::ULess) return std::nullopt;
    const bool is_left = is_own(test->operands[0]);
    if (!is_left && !is_own(test->operands[1])) return std::nullopt;
    const std::optional<std::uint64_t> bound = constant(test->operands[is_left ? 1 : 0]);
    const unsigned width = value(test->operands[0]).width;
    if (!bound || width > 32) return std::nullopt;
    // Values are unsigned numbers in the order of the comparison.
    const Bits all = Bits{1} << width;
    const Bits half = is_signed ? all / 2 : Bits{0};
    const Bits at = (*bound + half) % all;
    Bits passing = at + (or_equal ? 1 : 0);                 // v < bound
    if (!is_left) passing = all - at - (or_equal ? 0 : 1);  // bound < v
    return when ? passing : all - passing;
  }

  // Returns whether each iteration has a different value, returned by the counter from a single address.
  bool is_own(ValueId id) const {
    const Value& of = value(id);
    if (of.op == Op::Read) return is_call(id) && is_of_loop(d_kernel.sites[of.index].block);
    if (of.op != Op::Phi || of.block != d_kernel.loops[d_loop].header) return false;
    const model::Block& head = d_kernel.blocks[of.block];
    const auto phi = std::ranges::find_if(head.phis, [&](const model::Phi& one) { return one.value == id; });
    for (std::size_t i = 0; i < phi->incoming.size(); ++i) {
      const ValueId from = phi->incoming[i];
      if (value(from).op != Op::Read || !is_call(from)) return false;
      const bool is_next = head.predecessors[i] == d_kernel.loops[d_loop].latch;
      if (is_next != is_of_loop(d_kernel.sites[value(from).index].block)) return false;
    }
    return true;
  }

  bool is_of_loop(model::BlockId block) const { return d_kernel.blocks[block].loop == d_loop; }

  bool is_call(ValueId read) const {
    const SiteId site = value(read).index;
    if (std::ranges::find(d_counter.calls, site) == d_counter.calls.end()) return false;
    const model::Site &one = d_kernel.sites[site], &other = d_kernel.sites[d_call];
    const Value& offset = value(one.offset);
    const bool is_fixed = offset.block == kNone || !d_graph.contains(d_loop, offset.block);
    // A call before the loop that is itself in a loop may have a different address each time.
    const bool is_once = is_of_loop(one.block) || d_kernel.blocks[one.block].loop == kNone;
    return one.arrays == other.arrays && is_same(one.offset, other.offset) && is_fixed && is_once;
  }

  bool is_same(ValueId one, ValueId other) const {
    const Value &a = value(one), &b = value(other);
    return one == other || (a.op == Op::Constant && b.op == Op::Constant && a.literal == b.literal);
  }

  std::optional<std::uint64_t> constant(ValueId id) const {
    const Value& of = value(id);
    if (of.op == Op::Constant) return of.literal;
    if (of.op != Op::Parameter || d_launch.free_value(of.index)) return std::nullopt;
    const auto given = d_launch.value(of.index, of.literal, of.width);
    if (!given || !given->is_constant()) return std::nullopt;
    return static_cast<std::uint64_t>((*given)->value);
  }

  const model::KernelModel& d_kernel;
  const analysis::FlowGraph& d_graph;
  symbolic::LaunchTerms& d_launch;
  const Counter& d_counter;
  SiteId d_call;
  LoopId d_loop;
};

}  // namespace

CountedCalls::CountedCalls(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const analysis::FlowGraph& graph, const analysis::Counters& counters,
                           smt::TermStore& store, symbolic::LaunchTerms& launch,
                           const symbolic::Options& limits) {
  // Only counters whose results are read matter.
  std::set<const Counter*> looked_at;
  for (const Value& value : kernel.values)
    if (value.op == Op::Read && counters.of(value.index) != nullptr)
      looked_at.insert(counters.of(value.index));
  std::optional<Iterations> iterations;
  for (SiteId call = 0; call < kernel.sites.size(); ++call) {
    const Counter* const counter = counters.of(call);
    if (counter == nullptr || !looked_at.contains(counter)) continue;
    if (kernel.blocks[kernel.sites[call].block].loop == kNone) {
      d_most.emplace(call, Most{1, 0});
      continue;
    }
    if (counter->renewed || facts.open.any()) continue;  // nothing is known about its values
    if (const auto on = Queue(kernel, graph, launch, *counter, call).values_that_go_on()) {
      d_most.emplace(call, Most{1, *on});
      continue;
    }
    if (!iterations) iterations.emplace(kernel, facts, store, limits);
    if (const auto each = iterations->of(*counter, call)) d_most.emplace(call, Most{*each, 0});
  }
}

bool CountedCalls::are_apart(const Counter& counter, Bits items) const {
  const Bits values = Bits{1} << (8 * counter.bytes - static_cast<unsigned>(std::countr_zero(counter.step)));
  Bits calls = 0;
  bool is_by_value = false;
  for (const SiteId call : counter.calls) {
    const auto most = d_most.find(call);
    if (most == d_most.end() || most->second.each > kMostCalls || items > kMostCalls) return false;
    calls += most->second.each * items + most->second.all;
    if (calls > values) return false;
    is_by_value = is_by_value || most->second.all != 0;
  }
  // A loop that continues depending on distinct values is bounded if one more value would still be distinct.
  return !is_by_value || calls < values;
}

}  // namespace launchproof::two_thread

#include "verify/equivalence/execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "verify/equivalence/kernel_code.h"
#include "verify/equivalence/stop.h"
#include "verify/equivalence/values.h"
#include "verify/model/padding.h"

namespace launchproof::equivalence {

using model::ArrayId;
using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;
using verdict::Cause;
using verdict::Verdict;

namespace {

constexpr std::size_t kMostDepth = 256;       // of branches that are followed on both sides
constexpr std::size_t kMostCells = 1U << 14;  // of memory that is accessed at an address that is not known
constexpr std::uint64_t kStepsBetweenLooks = 1U << 18;

struct Item {
  ItemIds ids;
  std::vector<Word> values;
  std::map<ArrayId, Memory> arrays;  // of its own
  BlockId block = 0;
  std::size_t step = 0;
  bool done = false;
};

class Executor {
 public:
  Executor(const Launch& launch, const std::string& side, Graph& graph, Memories& memories,
           const Granules& granules, Budget& budget)
      : d_launch(launch),
        d_kernel(launch.kernel),
        d_graph(graph),
        d_memories(memories),
        d_granules(granules),
        d_budget(budget),
        d_code(launch.kernel, graph, side),
        d_values(d_code, launch, graph) {
    for (const model::Site& site : d_kernel.sites)
      if (site.copy != kNone) stop("an asynchronous copy", site.location, Verdict::Unsupported);
    d_arrays.resize(d_kernel.arrays.size());
  }

  Granted run() {
    bind_arguments();
    const auto& facts = d_launch.facts;
    std::array<std::uint64_t, 3> groups{};
    for (std::size_t i = 0; i < 3; ++i)
      groups[i] = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    for (std::uint64_t z = 0; z < groups[2]; ++z)
      for (std::uint64_t y = 0; y < groups[1]; ++y)
        for (std::uint64_t x = 0; x < groups[0]; ++x) run_group({x, y, z});
    return {.contracts = d_values.contracts(), .divides = d_values.divides()};
  }

 private:
  // Where an array lies.
  struct Place {
    Memory* memory = nullptr;
    std::uint64_t origin = 0;
    std::string name;  // in the granules
  };

  [[noreturn]] void stop(const std::string& reason, model::LocationId location,
                         Verdict verdict = Verdict::Unknown) const {
    throw Stop{verdict, verdict == Verdict::Unsupported ? Cause::UnsupportedConstruct : Cause::NotFollowed,
               reason + " (" + model::describe(d_kernel, location) + ")", location};
  }

  unsigned granule(const std::string& name) const {
    const auto found = d_granules.find(name);
    return found == d_granules.end() ? 1 : found->second;
  }

  void bind_arguments() {
    for (ArrayId id = 1; id < d_kernel.arrays.size(); ++id) {
      const model::Array& array = d_kernel.arrays[id];
      if (array.memory == model::Memory::Image) continue;  // accesses are refused
      if (array.memory == model::Memory::Local || array.memory == model::Memory::Private) continue;
      if (array.parameter == kNone) {
        // A variable of the program. One that the program fills is known.
        const std::string name = own_array(array);
        const auto [place, is_new] =
            d_memories.try_emplace(name, d_graph.name(name), granule(name), array.bytes, Before::Symbolic);
        if (is_new && array.contents) place->second.fill(*array.contents);
        d_arrays[id] = {&place->second, 0, name};
        continue;
      }
      const std::string& name = d_launch.names[array.parameter];
      const auto& argument = d_launch.facts.arguments[array.parameter];
      std::optional<std::uint64_t> bytes;
      std::uint64_t origin = 0;
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
        origin = buffer->origin;
        if (buffer->bytes && origin == 0) bytes = *buffer->bytes;
        if (buffer->bytes && origin != 0) bytes = origin + *buffer->bytes;
      }
      const auto [place, is_new] =
          d_memories.try_emplace(name, d_graph.name(name), granule(name), bytes, Before::Symbolic);
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument);
          is_new && buffer != nullptr && origin == 0 && buffer->contents.bytes() != nullptr)
        place->second.fill(*buffer->contents.bytes());
      d_arrays[id] = {&place->second, origin, name};
    }
  }

  void run_group(const std::array<std::uint64_t, 3>& group) {
    const auto& facts = d_launch.facts;
    std::array<std::uint64_t, 3> size{};
    for (std::size_t i = 0; i < 3; ++i)
      size[i] = std::min(facts.local_size[i], facts.global_size[i] - group[i] * facts.local_size[i]);
    d_locals.clear();
    for (ArrayId id = 1; id < d_kernel.arrays.size(); ++id) {
      const model::Array& array = d_kernel.arrays[id];
      if (array.memory != model::Memory::Local) continue;
      std::optional<std::uint64_t> bytes = array.bytes;
      if (!bytes && array.parameter != kNone)
        if (const auto* local = std::get_if<model::LocalArgument>(&d_launch.facts.arguments[array.parameter]))
          bytes = local->bytes;
      const std::string name = own_array(array);
      d_locals.push_back(
          std::make_unique<Memory>(d_graph.name(name), granule(name), bytes, Before::Undefined));
      d_arrays[id] = {d_locals.back().get(), 0, name};
    }
    const std::size_t count = size[0] * size[1] * size[2];
    const bool is_apart = d_kernel.barriers.empty();
    if (is_apart) {
      d_items.resize(1);
    } else {
      d_items.resize(count);
    }
    std::size_t number = 0;
    for (std::uint64_t z = 0; z < size[2]; ++z)
      for (std::uint64_t y = 0; y < size[1]; ++y)
        for (std::uint64_t x = 0; x < size[0]; ++x) {
          Item& item = d_items[is_apart ? 0 : number++];
          begin(item, {{x, y, z}, group, size});
          if (is_apart) run_item(item);
        }
    if (is_apart) return;
    // From barrier to barrier.
    for (;;) {
      bool any = false;
      for (Item& item : d_items)
        if (!item.done) run_item(item);
      for (Item& item : d_items) any = any || !item.done;
      if (!any) return;
    }
  }

  void begin(Item& item, const ItemIds& ids) {
    item.ids = ids;
    item.values.assign(d_kernel.values.size(), Word{});
    item.arrays.clear();
    item.block = 0;
    item.step = 0;
    item.done = false;
    for (const Instruction& leaf : d_code.leaves())
      item.values[leaf.target] = d_values.compute(leaf, item.values, item.ids);
  }

  void run_item(Item& item) {
    d_guard = {1, 0};
    run_until(item, kNone, 0);
  }

  // Runs to the start of the block `end`, whose phis then have their values, to a barrier (of the outermost
  // level alone), or to the end.
  void run_until(Item& item, BlockId end, std::size_t depth) {
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
            const model::Barrier& barrier = d_kernel.barriers[step.index];
            if (barrier.kind != model::Convergence::Barrier)
              stop(fmt::format("the function {}", barrier.function), barrier.location, Verdict::Unsupported);
            if (depth != 0) stop("a barrier behind a branch on contents of buffers", barrier.location);
            return;
          }
          case Step::Kind::Fence:
            break;
        }
      }
      look_at_budget(code.steps.size() + 1);
      const model::Block& block = d_kernel.blocks[item.block];
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
      if (condition.is_known()) {
        go(item, code, condition.bits != 0 ? 0 : 1);
        continue;
      }
      part(item, condition, depth);
      if (item.done) return;
    }
  }

  void look_at_budget(std::uint64_t steps) {
    d_steps += steps;
    if (d_steps < kStepsBetweenLooks) return;
    const std::uint64_t taken = std::exchange(d_steps, 0);
    const bool is_late = d_budget.is_over && d_budget.is_over();
    if (taken > d_budget.steps || d_graph.size() > d_budget.nodes || is_late)
      throw Stop{
          Verdict::Unknown, is_late ? Cause::ClassTimeout : Cause::ClassMemory,
          fmt::format("the kernel {} computes more than is followed within the limits of time and memory",
                      d_kernel.name),
          kNone};
    d_budget.steps -= taken;
  }

  void go(Item& item, const BlockCode& code, std::size_t successor) {
    const BlockId from = item.block;
    item.block = d_kernel.blocks[from].successors[successor];
    item.step = 0;
    const model::Block& block = d_kernel.blocks[item.block];
    if (block.phis.empty()) return;
    d_incoming.clear();
    for (const model::Phi& phi : block.phis)
      d_incoming.push_back(item.values[phi.incoming[code.edges[successor]]]);
    for (std::size_t i = 0; i < block.phis.size(); ++i) item.values[block.phis[i].value] = d_incoming[i];
  }

  // Follows both sides of a branch to where they meet; values and memory are then choices between them.
  void part(Item& item, Word condition, std::size_t depth) {
    const BlockId from = item.block;
    const BlockCode& code = d_code.block(from);
    const model::Block& block = d_kernel.blocks[from];
    if (depth >= kMostDepth) stop("a loop whose end depends on contents of buffers", block.location);
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
    // What the second side needs, and the first may change.
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
      value = second_there ? d_graph.select(d_kernel.values[live[i]].width, condition, first[i], value)
                           : first[i];
    }
  }

  Place place_of(Item& item, ArrayId id, const model::Site& site) {
    const model::Array& array = d_kernel.arrays[id];
    if (id == 0) stop("an access through a null pointer", site.location);
    if (array.memory == model::Memory::Image)
      stop("an access to an image", site.location, Verdict::Unsupported);
    if (array.memory != model::Memory::Private) return d_arrays[id];
    const std::string name = own_array(array);
    const auto [place, is_new] =
        item.arrays.try_emplace(id, d_graph.name(name), granule(name), array.bytes, Before::Undefined);
    if (is_new && array.contents) place->second.fill(*array.contents);
    return {&place->second, 0, name};
  }

  // The arrays that the access may go to, each with the condition under which it does.
  std::vector<std::pair<Word, ArrayId>> bases(const Item& item, const model::Site& site) {
    const Word base = item.values[site.base];
    if (base.is_known()) return {{Word{1, 0}, static_cast<ArrayId>(base.bits)}};
    std::vector<std::pair<Word, ArrayId>> result;
    for (const ArrayId id : site.arrays)
      if (id != 0) result.emplace_back(d_graph.binary(Op::Equal, 1, 32, base, Graph::known(id, 32)), id);
    return result;
  }

  void access(Item& item, std::uint32_t number) {
    const model::Site& site = d_kernel.sites[number];
    if (site.observes) return;
    const auto& results = d_code.results(number);
    const auto targets = bases(item, site);
    bool is_first = true;
    for (const auto& [condition, array] : targets) {
      const Place place = place_of(item, array, site);
      const unsigned component = site.component_bytes;
      Word offset = item.values[site.offset];
      const Word guard = d_graph.and_(d_guard, condition);
      for (unsigned i = 0; i * component < site.bytes; ++i) {
        const Word at =
            d_graph.binary(Op::Add, d_kernel.address_bits, d_kernel.address_bits, offset,
                           Graph::known(place.origin + std::uint64_t{i} * component, d_kernel.address_bits));
        if (site.kind == model::AccessKind::Write) {
          if (site.written.empty()) stop("a store of something that is not followed", site.location);
          const Word value = model::is_padding(d_kernel, site, i)
                                 ? d_graph.function(d_graph.name("padding"), component * 8, {}, {}, false)
                                 : item.values[site.written[i]];
          store(place, at, component, value, guard, site);
          continue;
        }
        const ValueId result = i < results.size() ? results[i] : kNone;
        if (site.kind == model::AccessKind::Atomic) {
          change(item, place, at, guard, number);
          continue;
        }
        if (result == kNone) continue;
        const Word read = load(place, at, component, site);
        Word& target = item.values[result];
        target = is_first ? read : d_graph.select(component * 8, condition, read, target);
      }
      is_first = false;
    }
  }

  void check(const Place& place, std::uint64_t byte, unsigned bytes, const model::Site& site) const {
    if (!place.memory->holds(byte, bytes)) stop("an access outside of its array", site.location);
    if (!place.memory->fits(byte, bytes)) throw Misaligned{place.name};
  }

  // The cells that an access at an address that is not known may touch: all, where the address is a multiple
  // of the cells' size.
  std::size_t cells_of(const Place& place, Word at, unsigned bytes, const model::Site& site) const {
    if (!place.memory->bytes())
      stop(fmt::format("an address that depends on contents, in an array of unknown size"), site.location);
    const std::uint64_t cells = *place.memory->bytes() / place.memory->granule();
    if (bytes != place.memory->granule() ||
        (std::uint64_t{1} << trailing_zeros(d_graph, at.node)) % bytes != 0 || place.origin % bytes != 0)
      stop("an address that depends on contents, and is not known to be aligned", site.location);
    if (cells > kMostCells)
      stop("an address that depends on contents, in a large array that is written", site.location);
    return cells;
  }

  Word is_at(const Place& place, Word at, std::size_t cell) {
    return d_graph.binary(Op::Equal, 1, d_kernel.address_bits, at,
                          Graph::known(cell * place.memory->granule(), d_kernel.address_bits));
  }

  Word load(const Place& place, Word at, unsigned bytes, const model::Site& site) {
    if (at.is_known()) {
      check(place, at.bits, bytes, site);
      return place.memory->read(d_graph, at.bits, bytes);
    }
    if (!place.memory->is_written() && place.memory->cells() == 0)
      return d_graph.gather(place.memory->name(), at, bytes * 8);
    if (!place.memory->is_written() && !is_filled(place))
      return d_graph.gather(place.memory->name(), at, bytes * 8);
    const std::size_t cells = cells_of(place, at, bytes, site);
    Word value = place.memory->cell(d_graph, 0);
    for (std::size_t i = 1; i < cells; ++i)
      value = d_graph.select(bytes * 8, is_at(place, at, i), place.memory->cell(d_graph, i), value);
    look_at_budget(cells);
    return value;
  }

  // Whether what it holds was given, so that reads of it are no nodes.
  bool is_filled(const Place& place) const {
    return place.memory->cells() > 0 && place.memory->is_touched(0) &&
           place.memory->cell(d_graph, 0).is_known();
  }

  void store(const Place& place, Word at, unsigned bytes, Word value, Word guard, const model::Site& site) {
    if (at.is_known()) {
      check(place, at.bits, bytes, site);
      place.memory->write(d_graph, at.bits, bytes, value, guard);
      return;
    }
    const std::size_t cells = cells_of(place, at, bytes, site);
    for (std::size_t i = 0; i < cells; ++i)
      place.memory->write(d_graph, i * bytes, bytes, value, d_graph.and_(guard, is_at(place, at, i)));
    look_at_budget(cells);
  }

  // An atomic whose result nobody uses; the order of such ones makes no difference where their operations
  // commute, which those of one kind do.
  void change(Item& item, const Place& place, Word at, Word guard, std::uint32_t number) {
    const model::Site& site = d_kernel.sites[number];
    const unsigned width = site.bytes * 8;
    if (d_code.is_result_used(number)) stop("the old value that an atomic yields", site.location);
    if (site.operation == model::AtomicOperation::Other)
      stop("an atomic other than of integers that add, combine bits, or keep the least or largest",
           site.location);
    require_one_kind(place, site);
    const Word given = item.values[site.operand];
    // Where the guard does not hold, the operand leaves the old value as it is, so that sums stay sums.
    const auto change_at = [&](std::uint64_t byte, Word holds) {
      const Word operand = d_graph.select(width, holds, given, neutral(site.operation, width));
      const Word old = place.memory->read(d_graph, byte, site.bytes);
      place.memory->write(d_graph, byte, site.bytes, changed(site.operation, width, old, operand), {1, 0});
    };
    if (at.is_known()) {
      check(place, at.bits, site.bytes, site);
      change_at(at.bits, guard);
      return;
    }
    const std::size_t cells = cells_of(place, at, site.bytes, site);
    for (std::size_t i = 0; i < cells; ++i)
      change_at(i * site.bytes, d_graph.and_(guard, is_at(place, at, i)));
    look_at_budget(cells);
  }

  // The operand that changes nothing.
  static Word neutral(model::AtomicOperation operation, unsigned width) {
    using model::AtomicOperation;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    switch (operation) {
      case AtomicOperation::And:
      case AtomicOperation::UMin:
        return {mask(width), 0};
      case AtomicOperation::SMin:
        return {sign - 1, 0};
      case AtomicOperation::SMax:
        return {sign, 0};
      default:
        return {0, 0};
    }
  }

  Word changed(model::AtomicOperation operation, unsigned width, Word old, Word operand) {
    using model::AtomicOperation;
    const auto extreme = [&](Op order, bool keeps_less) {
      const Word less = d_graph.binary(order, 1, width, old, operand);
      return keeps_less ? d_graph.select(width, less, old, operand)
                        : d_graph.select(width, less, operand, old);
    };
    switch (operation) {
      case AtomicOperation::Add:
        return d_graph.binary(Op::Add, width, width, old, operand);
      case AtomicOperation::And:
        return d_graph.binary(Op::And, width, width, old, operand);
      case AtomicOperation::Or:
        return d_graph.binary(Op::Or, width, width, old, operand);
      case AtomicOperation::Xor:
        return d_graph.binary(Op::Xor, width, width, old, operand);
      case AtomicOperation::UMin:
        return extreme(Op::ULess, true);
      case AtomicOperation::UMax:
        return extreme(Op::ULess, false);
      case AtomicOperation::SMin:
        return extreme(Op::SLess, true);
      case AtomicOperation::SMax:
        return extreme(Op::SLess, false);
      case AtomicOperation::Other:
        break;
    }
    return old;
  }

  // Atomics of two kinds on one memory do not commute with each other.
  void require_one_kind(const Place& place, const model::Site& site) {
    const auto [kind, is_new] = d_atomics.try_emplace(place.name, site.operation);
    if (!is_new && kind->second != site.operation) stop("atomics of two kinds on one array", site.location);
  }

  const Launch& d_launch;
  const model::KernelModel& d_kernel;
  Graph& d_graph;
  Memories& d_memories;
  const Granules& d_granules;
  Budget& d_budget;
  KernelCode d_code;
  Values d_values;
  std::vector<Place> d_arrays;  // by array
  std::vector<std::unique_ptr<Memory>> d_locals;
  std::vector<Item> d_items;
  std::vector<Word> d_incoming;
  std::map<std::string, model::AtomicOperation> d_atomics;
  Word d_guard{1, 0};
  std::uint64_t d_steps = 0;
};

}  // namespace

Granted execute(const Launch& launch, const std::string& side, Graph& graph, Memories& memories,
                const Granules& granules, Budget& budget) {
  for (const model::UnsupportedItem& item : launch.kernel.unsupported)
    throw Stop{Verdict::Unsupported, Cause::UnsupportedConstruct,
               item.construct + " (" + model::describe(launch.kernel, item.location) + ")", item.location};
  return Executor(launch, side, graph, memories, granules, budget).run();
}

}  // namespace launchproof::equivalence

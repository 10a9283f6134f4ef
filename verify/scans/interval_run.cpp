#include "verify/scans/interval_run.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/scans/stretch.h"
#include "verify/symbolic/terms/operation.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::scans {

using model::AccessKind;
using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;
using smt::Term;

namespace {

// Thrown if the run cannot be followed.
struct Lost {
  std::string why;
  model::LocationId where = kNone;
};

struct Item {
  symbolic::WorkItem ids;
  std::vector<Content> values;
  std::vector<bool> is_known;
  BlockId block = 0, before = kNone;
  std::size_t event = 0;  // the next event
  bool is_entered = false, is_done = false;
  bool is_at_head = false;  // it has waited at the loop head
};

// The places where work-items wait for each other.
struct Pause {
  enum class Kind : std::uint8_t { End, Barrier, Head } kind = Kind::End;
  std::uint32_t index = kNone;  // number of the barrier or the loop

  bool operator==(const Pause&) const = default;
};

class Run {
 public:
  Run(const model::KernelModel& kernel, const model::LaunchFacts& facts,
      const analysis::MemoryRegions& regions, symbolic::LaunchTerms& launch, smt::TermStore& store,
      const model::ScanClaim& claim, std::uint64_t steps, std::vector<LoopState>* states)
      : d_kernel(kernel),
        d_facts(facts),
        d_regions(regions),
        d_launch(launch),
        d_store(store),
        d_claim(claim),
        d_steps(steps),
        d_states(states),
        d_of_block(kernel.blocks.size()),
        d_bytes(regions.size(), 0) {
    for (ValueId id = 0; id < kernel.values.size(); ++id)
      if (kernel.values[id].block != kNone) d_of_block[kernel.values[id].block].push_back(id);
  }

  RunResult run() {
    RunResult result;
    try {
      check_accesses();
      std::uint64_t groups[3];
      for (unsigned d = 0; d < 3; ++d) groups[d] = symbolic::group_count(d_facts, d);
      for (std::uint64_t z = 0; z < groups[2]; ++z)
        for (std::uint64_t y = 0; y < groups[1]; ++y)
          for (std::uint64_t x = 0; x < groups[0]; ++x) {
            run_group({x, y, z});
            if (!judge(result)) return result;
          }
      result.verdict = RunVerdict::Shown;
      result.join = d_join;
      if (d_join) result.operation = in_words(*d_join);
      result.is_of_reals = d_join == Join::FloatAdd;
    } catch (const Lost& lost) {
      result.verdict = RunVerdict::Open;
      result.text = lost.why;
      result.where = lost.where;
    }
    return result;
  }

  GroupRun run_any_group() {
    GroupRun result;
    d_is_of_any_group = true;
    try {
      check_accesses();
      run_group({0, 0, 0});
      result.is_followed = true;
      result.join = d_join;
      result.inputs = d_inputs;
      const analysis::Placement& array = d_regions.placement(d_claim.output);
      for (const auto& [cell, content] : d_cells)
        if (cell.first == array.region && cell.second >= array.origin)
          result.cells.emplace(cell.second - array.origin, content);
    } catch (const Lost& lost) {
      result.text = lost.why;
      result.where = lost.where;
    }
    return result;
  }

 private:
  // Memory consists of cells of one size, which are only accessed as a whole.
  void check_accesses() {
    for (const model::Site& site : d_kernel.sites) {
      if (site.observes) continue;
      if (site.arrays.size() != 1 || site.kind == AccessKind::Atomic || site.copy != kNone ||
          site.in_flight || site.inside != kNone)
        throw Lost{"an access that is not a load or store of one array", site.location};
      const std::uint32_t region = region_of(site);
      if (region == kNone) throw Lost{"an access through a null pointer", site.location};
      if (d_bytes[region] == 0) d_bytes[region] = site.component_bytes;
      if (d_bytes[region] != site.component_bytes)
        throw Lost{"accesses to one array that differ in width", site.location};
    }
    for (const model::Barrier& barrier : d_kernel.barriers)
      if (barrier.kind != model::Convergence::Barrier || barrier.level != model::ConvergenceLevel::Group)
        throw Lost{"`" + barrier.function + "`", barrier.location};
  }

  std::uint32_t region_of(const model::Site& site) const {
    return d_regions.placement(site.arrays[0]).region;
  }

  void count(model::LocationId where) {
    if (d_steps-- == 0) throw Lost{"the run takes too many steps", where};
  }

  void run_group(const std::array<std::uint64_t, 3>& group) {
    d_written.clear();
    // Each group has separate local memory.
    std::erase_if(d_cells, [&](const auto& cell) { return is_local(cell.first.first); });
    std::vector<Item> items;
    const auto& local = d_facts.local_size;
    for (std::uint64_t z = 0; z < local[2]; ++z)
      for (std::uint64_t y = 0; y < local[1]; ++y)
        for (std::uint64_t x = 0; x < local[0]; ++x) {
          const std::array<std::uint64_t, 3> id{group[0] * local[0] + x, group[1] * local[1] + y,
                                                group[2] * local[2] + z};
          if (id[0] >= d_facts.global_size[0] || id[1] >= d_facts.global_size[1] ||
              id[2] >= d_facts.global_size[2])
            continue;
          Item& item = items.emplace_back();
          item.ids = symbolic::WorkItem::at(d_store, d_facts, d_kernel.address_bits, id);
          item.values.resize(d_kernel.values.size());
          item.is_known.assign(d_kernel.values.size(), false);
        }
    while (true) {
      std::optional<Pause> at;
      for (Item& item : items) {
        const Pause pause = item.is_done ? Pause{} : advance(item);
        if (at && *at != pause) throw Lost{"work-items part: not all come to the same barriers", kNone};
        at = pause;
      }
      if (!at || at->kind == Pause::Kind::End) break;
      if (at->kind == Pause::Kind::Head) keep_state(at->index, items.front());
    }
  }

  void keep_state(model::LoopId loop, Item& item) {
    LoopState& state = d_states->emplace_back();
    state.loop = loop;
    for (const model::Phi& phi : d_kernel.blocks[d_kernel.loops[loop].header].phis)
      if (const Content& selected = item.values[phi.value];
          item.is_known[phi.value] && selected.known == Known::Number)
        state.carried[phi.value] =
            static_cast<std::uint64_t>(symbolic::to_bits(d_store, selected.number)->value);
    state.cells = d_cells;
  }

  bool is_local(std::uint32_t region) const {
    for (model::ArrayId array = 1; array < d_kernel.arrays.size(); ++array)
      if (d_regions.placement(array).region == region)
        return d_kernel.arrays[array].memory == model::Memory::Local;
    return false;
  }

  // Advances to the next barrier or to the end, and to the heads of loops whose states are recorded.
  Pause advance(Item& item) {
    while (true) {
      const model::Block& block = d_kernel.blocks[item.block];
      if (!item.is_entered) enter(item);
      const bool is_head =
          d_states != nullptr && block.loop != kNone && d_kernel.loops[block.loop].header == item.block;
      if (is_head && !std::exchange(item.is_at_head, true)) return {Pause::Kind::Head, block.loop};
      for (; item.event < block.events.size(); ++item.event) {
        const model::Event& event = block.events[item.event];
        if (event.kind == model::Event::Kind::Site) visit(item, event.index);
        if (event.kind == model::Event::Kind::Call) throw Lost{"a call by contract", block.location};
        if (event.kind != model::Event::Kind::Barrier) continue;
        ++item.event;
        return {Pause::Kind::Barrier, event.index};
      }
      for (const ValueId id : d_of_block[item.block]) value(item, id);
      if (block.successors.empty()) {
        item.is_done = true;
        return {};
      }
      std::size_t successor = 0;
      if (block.successors.size() > 1) {
        const Content condition = value(item, block.condition);
        if (condition.known != Known::Number)
          throw Lost{"a branch that elements, or values that are not given, decide", block.location};
        successor = condition.number.is_true() ? 0 : 1;
      }
      item.before = item.block;
      item.block = block.successors[successor];
      item.event = 0;
      item.is_entered = item.is_at_head = false;
    }
  }

  void enter(Item& item) {
    const model::Block& block = d_kernel.blocks[item.block];
    count(block.location);
    if (block.excluded_by != kNone) throw Lost{"an assumption that leaves a work-item out", block.location};
    std::vector<std::pair<ValueId, Content>> selected;
    for (const model::Phi& phi : block.phis) {
      const auto place = std::ranges::find(block.predecessors, item.before) - block.predecessors.begin();
      selected.emplace_back(phi.value, value(item, phi.incoming[static_cast<std::size_t>(place)]));
    }
    for (const ValueId id : d_of_block[item.block]) item.is_known[id] = false;
    for (const auto& [id, content] : selected) set(item, id, content);
    item.is_entered = true;
  }

  static void set(Item& item, ValueId id, const Content& content) {
    item.values[id] = content;
    item.is_known[id] = true;
  }

  Content value(Item& item, ValueId id) {
    if (!item.is_known[id]) set(item, id, evaluate(item, id));
    return item.values[id];
  }

  Content evaluate(Item& item, ValueId id) {
    const model::Value& of = d_kernel.values[id];
    if (of.op == Op::GroupId && d_is_of_any_group) return {};
    switch (of.op) {
      case Op::Constant:
      case Op::LocalId:
      case Op::GroupId:
      case Op::LocalSize:
      case Op::EnqueuedLocalSize:
      case Op::NumGroups:
      case Op::GlobalOffset:
      case Op::GlobalSize:
      case Op::WorkDim:
        return constant(symbolic::launch_value(d_store, of, item.ids, d_launch, d_facts));
      case Op::Parameter: {
        const auto given = d_launch.value(of.index, of.literal, of.width);
        return given ? constant(*given) : Content{};
      }
      case Op::Phi:
      case Op::Read:  // set when its block was entered, or when its site was visited
      case Op::Undefined:
      case Op::SubGroup:
      case Op::Pipe:
      case Op::Collective:
      case Op::Event:
      case Op::Other:
      case Op::Element:
      case Op::Accessed:
      case Op::Contract:
        return {};
      default:
        break;
    }
    std::vector<Content> operands;
    operands.reserve(of.operands.size());
    for (const ValueId operand : of.operands) operands.push_back(value(item, operand));
    const auto are = [&](Known known) {
      return std::ranges::any_of(operands, [&](const Content& one) { return one.known == known; });
    };
    if (of.op == Op::Select && operands[0].known == Known::Number)
      return operands[operands[0].number.is_true() ? 1 : 2];
    if (are(Known::Nothing)) return {};
    if (!are(Known::Stretch) && !are(Known::Comparison)) return of_numbers(of, operands);
    return of_stretches(of, id, operands);
  }

  static Content constant(Term term) { return term && term.is_constant() ? Content::of(term) : Content{}; }

  Content of_numbers(const model::Value& of, const std::vector<Content>& operands) {
    if (of.op == Op::Function) return {};
    std::vector<Term> terms;
    terms.reserve(operands.size());
    for (const Content& one : operands) terms.push_back(one.number);
    bool is_undefined = false;
    const Term result = symbolic::operation(d_store, of, terms, [&] {
      is_undefined = true;
      return of.width == 1 ? d_store.false_() : d_store.bv(0, of.width);
    });
    return is_undefined ? Content{} : constant(result);
  }

  Content of_stretches(const model::Value& of, ValueId id, const std::vector<Content>& operands) {
    switch (of.op) {
      case Op::Equal:
      case Op::ULess:
      case Op::ULessEq:
      case Op::SLess:
      case Op::SLessEq: {
        Content result;
        result.known = Known::Comparison;
        result.comparison = id;
        return result;
      }
      case Op::ZExt:
      case Op::SExt: {
        if (operands[0].known != Known::Stretch) return {};
        Content result = operands[0];
        result.is_extended = true;
        return result;
      }
      case Op::Trunc: {
        Content result = operands[0];
        if (result.known != Known::Stretch || of.width < result.bits) return {};
        result.is_extended = of.width > result.bits;
        return result;
      }
      default:
        break;
    }
    const std::optional<Join> join = join_of(d_kernel, of);
    if (!join) return {};
    const std::size_t first = of.op == Op::Select ? 1 : 0;
    const Content result = joined(*join, operands[first], operands[first + 1]);
    if (result.known == Known::Nothing) return {};
    if (d_join && *d_join != *join) throw Lost{"elements are joined by several operators", of.location};
    d_join = join;
    return result;
  }

  void visit(Item& item, model::SiteId id) {
    const model::Site& site = d_kernel.sites[id];
    if (site.observes) return;
    count(site.location);
    const std::uint32_t region = region_of(site);
    const Content offset = value(item, site.offset);
    if (offset.known != Known::Number)
      throw Lost{"an address that elements, or values that are not given, decide", site.location};
    const std::uint64_t at =
        static_cast<std::uint64_t>(offset.number->value) + d_regions.placement(site.arrays[0]).origin;
    if (at % site.component_bytes != 0) throw Lost{"an access that is not aligned", site.location};
    const std::uint32_t components = site.bytes / site.component_bytes;
    if (site.kind == AccessKind::Write) {
      for (std::uint32_t i = 0; i < components; ++i) {
        Content stored = i < site.written.size() ? value(item, site.written[i]) : Content{};
        if (stored.known == Known::Stretch && (stored.is_extended || stored.bits != site.component_bytes * 8))
          stored = {};
        if (stored.known == Known::Comparison) stored = {};
        const std::uint64_t place = at + std::uint64_t{i} * site.component_bytes;
        d_cells[{region, place}] = stored;
        if (region == d_regions.placement(d_claim.output).region) d_written[place] = site.location;
      }
      return;
    }
    for (const ValueId read : d_of_block[site.block]) {
      const model::Value& of = d_kernel.values[read];
      if (of.op != Op::Read || of.index != id) continue;
      Content found = load(region, at + of.literal * site.component_bytes, site.component_bytes);
      if (found.known == Known::Stretch && of.width != found.bits) found = {};
      if (found.known == Known::Number && of.width != site.component_bytes * 8) found = {};
      set(item, read, found);
    }
  }

  Content load(std::uint32_t region, std::uint64_t at, std::uint32_t bytes) {
    const auto cell = d_cells.find({region, at});
    if (cell != d_cells.end()) return cell->second;
    const analysis::Placement& input = d_regions.placement(d_claim.input);
    const bool is_local = d_kernel.arrays[d_claim.input].memory == model::Memory::Local &&
                          d_kernel.arrays[d_claim.input].parameter == kNone;
    if (region != input.region || at < input.origin || is_local) return {};
    if (d_is_of_any_group && !d_inputs.insert((at - input.origin) / bytes).second)
      throw Lost{"an element is stored more than once from elsewhere"};
    return Content::element((at - input.origin) / bytes, bytes * 8);
  }

  // Judges what the group has written. Returns false if it is not what was claimed.
  bool judge(RunResult& result) {
    const analysis::Placement& output = d_regions.placement(d_claim.output);
    const std::uint32_t bytes = d_bytes[output.region];
    if (d_written.empty()) {
      result.text = "a group writes nothing to `" + d_kernel.arrays[d_claim.output].name + "`";
      return false;
    }
    const std::uint64_t begin = d_written.begin()->first;
    std::uint64_t expected = begin;
    const std::uint64_t first = (begin - output.origin) / bytes;
    for (const auto& [at, where] : d_written) {
      const std::uint64_t index = (at - output.origin) / bytes;
      const auto wrong = [&](RunVerdict verdict, const std::string& what) {
        result.verdict = verdict;
        result.text = "`" + d_kernel.arrays[d_claim.output].name + "[" + std::to_string(index) + "]` " + what;
        result.where = where;
        return false;
      };
      if (at != expected) return wrong(RunVerdict::Wrong, "is written, and an element before it is not");
      expected += bytes;
      ++result.elements;
      const Content& found = d_cells[{output.region, at}];
      const bool is_empty = d_claim.is_exclusive && index == first;
      if (is_empty) {
        if (found.known == Known::Number) {
          const Content probe = Content::element(0, bytes * 8);
          if (!d_join || joined(*d_join, probe, found).known == Known::Stretch) continue;
          return wrong(RunVerdict::Wrong, "is to be the operator's identity, and is another number");
        }
        if (found.known == Known::Nothing)
          return wrong(RunVerdict::Open, "holds what is not a stretch of elements");
      }
      if (found.known == Known::Number && d_join &&
          joined(*d_join, Content::element(0, bytes * 8), found).known == Known::Stretch)
        return wrong(RunVerdict::Wrong, "joins no elements, and is to join " + std::to_string(first) +
                                            " to " + std::to_string(index - (d_claim.is_exclusive ? 1 : 0)));
      if (found.known != Known::Stretch)
        return wrong(RunVerdict::Open, "holds what is not a stretch of elements");
      const std::uint64_t last = index - (d_claim.is_exclusive ? 1 : 0);
      if (found.first == first && found.last == last && !is_empty) continue;
      return wrong(
          RunVerdict::Wrong,
          "joins elements " + std::to_string(found.first) + " to " + std::to_string(found.last) +
              (is_empty ? ", and is to be the operator's identity"
                        : ", and is to join " + std::to_string(first) + " to " + std::to_string(last)));
    }
    return true;
  }

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  const analysis::MemoryRegions& d_regions;
  symbolic::LaunchTerms& d_launch;
  smt::TermStore& d_store;
  const model::ScanClaim& d_claim;
  std::uint64_t d_steps;
  std::vector<LoopState>* d_states;
  std::vector<std::vector<ValueId>> d_of_block;
  std::vector<std::uint32_t> d_bytes;                                  // by region: bytes of each access
  std::map<std::pair<std::uint32_t, std::uint64_t>, Content> d_cells;  // keyed by region and byte
  // Bytes of the output written by the group.
  std::map<std::uint64_t, model::LocationId> d_written;
  std::optional<Join> d_join;
  bool d_is_of_any_group = false;
  std::set<std::uint64_t> d_inputs;  // elements of the input that were read, in a run of any group
};

}  // namespace

RunResult run_over_intervals(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             const analysis::MemoryRegions& regions, symbolic::LaunchTerms& launch,
                             smt::TermStore& store, const model::ScanClaim& claim, std::uint64_t steps,
                             std::vector<LoopState>* states) {
  return Run(kernel, facts, regions, launch, store, claim, steps, states).run();
}

GroupRun run_over_group(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                        const analysis::MemoryRegions& regions, symbolic::LaunchTerms& launch,
                        smt::TermStore& store, model::ArrayId input, model::ArrayId array,
                        std::uint64_t steps) {
  const model::ScanClaim claim{array, input, false};
  return Run(kernel, facts, regions, launch, store, claim, steps, nullptr).run_any_group();
}

}  // namespace launchproof::scans

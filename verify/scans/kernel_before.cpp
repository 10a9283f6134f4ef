#include "verify/scans/kernel_before.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "verify/analysis/flow_graph.h"
#include "verify/model/exchanges.h"
#include "verify/scans/parts.h"

namespace launchproof::scans {

using model::AccessKind;
using model::Block;
using model::BlockId;
using model::Event;
using model::kNone;
using model::LoopId;
using model::Op;
using model::SiteId;
using model::Value;
using model::ValueId;

namespace {

constexpr std::size_t kMostBlocks = 400;

class Builder {
 public:
  Builder(const model::KernelModel& kernel, const model::LaunchFacts& facts,
          const analysis::MemoryRegions& regions, SiteId read, Arrays arrays)
      : d_facts(facts), d_regions(regions), d_read(read), d_graph(kernel), d_whole(kernel), d_kernel(kernel) {
    d_result.state = kernel.sites[read].arrays[0];
    d_of_state.assign(regions.size(), false);
    d_of_state[regions.placement(d_result.state).region] = true;
    d_has_all = arrays == Arrays::OfRead;
  }

  KernelBefore run() {
    if (d_kernel.blocks.size() > kMostBlocks || !d_kernel.calls.empty())
      throw Open{"the kernel is too large, or it is in parts"};
    cut();
    find_reachable();
    while (!d_has_all) find_arrays();
    find_inputs();
    keep_events();
    insert_inputs();
    while (leave_out_branch()) {
    }
    renumber();
    if (const std::string fault = model::validate(d_kernel); !fault.empty()) throw Open{fault};
    d_result.kernel = std::move(d_kernel);
    return std::move(d_result);
  }

 private:
  // ---- the place where the part ends

  // Returns whether all work-items that end come to the block.
  bool is_passed_by_all(BlockId block) const {
    std::vector<std::uint8_t> seen(d_whole.blocks.size());
    std::vector<BlockId> open{0};
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      if (at == block || std::exchange(seen[at], 1) != 0) continue;
      const Block& here = d_whole.blocks[at];
      if (here.excluded_by != kNone) continue;
      if (here.successors.empty()) return false;
      open.insert(open.end(), here.successors.begin(), here.successors.end());
    }
    return true;
  }

  void cut() {
    const BlockId of_read = d_whole.sites[d_read].block;
    const BlockId node = d_graph.node(kNone, of_read);
    d_end = kNone;
    for (const BlockId block : d_graph.nodes(kNone))
      if (d_graph.loop_of_node(kNone, block) == kNone && d_graph.dominates(kNone, block, node) &&
          is_passed_by_all(block))
        d_end = block;
    if (d_end == kNone) throw Open{"there is no place before the read to which all work-items come"};
    Block& last = d_kernel.blocks[d_end];
    std::size_t events = last.events.size();
    if (d_end == of_read)
      for (std::size_t i = 0; i < last.events.size(); ++i)
        if (last.events[i].kind == Event::Kind::Site && last.events[i].index == d_read) events = i;
    look_for_barriers(events, of_read);
    last.events.resize(events);
    last.successors.clear();
    last.condition = kNone;
    last.ends_by_return = last.ends_unreachable = false;
  }

  // Requires that no barrier comes between the end of the part and the read.
  void look_for_barriers(std::size_t from, BlockId of_read) const {
    const auto has_barrier = [&](const Block& block, std::size_t begin) {
      return std::any_of(block.events.begin() + static_cast<std::ptrdiff_t>(begin), block.events.end(),
                         [](const Event& event) { return event.kind == Event::Kind::Barrier; });
    };
    if (d_end == of_read) return;
    std::vector<std::uint8_t> seen(d_whole.blocks.size());
    std::vector<BlockId> open(d_whole.blocks[d_end].successors);
    bool is_between = has_barrier(d_whole.blocks[d_end], from);
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      if (std::exchange(seen[at], 1) != 0) continue;
      if (at != of_read && !d_graph.can_reach(at, of_read)) continue;
      const bool is_read_again = at == of_read && d_whole.blocks[at].loop == kNone;
      is_between =
          is_between || (at == of_read ? has_barrier_before_read() : has_barrier(d_whole.blocks[at], 0));
      if (is_read_again) continue;
      open.insert(open.end(), d_whole.blocks[at].successors.begin(), d_whole.blocks[at].successors.end());
    }
    if (is_between) throw Open{"a barrier that some work-items do not come to is before the read"};
  }
  bool has_barrier_before_read() const {
    for (const Event& event : d_whole.blocks[d_whole.sites[d_read].block].events) {
      if (event.kind == Event::Kind::Barrier) return true;
      if (event.kind == Event::Kind::Site && event.index == d_read) return false;
    }
    return false;
  }

  void find_reachable() {
    d_is_kept.assign(d_kernel.blocks.size(), false);
    std::vector<BlockId> open{0};
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      if (d_is_kept[at]) continue;
      d_is_kept[at] = true;
      open.insert(open.end(), d_kernel.blocks[at].successors.begin(), d_kernel.blocks[at].successors.end());
    }
  }

  // ---- accesses

  bool is_of_state(const model::Site& site) const {
    return std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
      return array != 0 && d_regions.placement(array).region != kNone &&
             d_of_state[d_regions.placement(array).region];
    });
  }

  // Adds the arrays in local memory from which something is stored to those that are known.
  void find_arrays() {
    d_has_all = true;
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block)
      for (const Event& event : d_kernel.blocks[block].events) {
        if (!d_is_kept[block] || event.kind != Event::Kind::Site) continue;
        const model::Site& site = d_whole.sites[event.index];
        if (!is_of_state(site)) continue;
        std::map<ValueId, bool> seen;
        for (const ValueId written : site.written) is_from_state(written, seen);
        for (const auto& [id, is_so] : seen) {
          const Value& value = d_whole.values[id];
          if (value.op != Op::Read || is_of_state(d_whole.sites[value.index])) continue;
          for (const model::ArrayId array : d_whole.sites[value.index].arrays) {
            if (d_whole.arrays[array].memory != model::Memory::Local) continue;
            d_of_state[d_regions.placement(array).region] = true;
            d_has_all = false;
          }
        }
      }
  }

  // Returns whether the value depends on what was read from the array. `seen` receives all values that it
  // depends on.
  bool is_from_state(ValueId id, std::map<ValueId, bool>& seen) const {
    if (!seen.emplace(id, true).second) return false;
    const Value& value = d_whole.values[id];
    bool result = value.op == Op::Read && is_of_state(d_whole.sites[value.index]);
    std::vector<ValueId> from = value.operands;
    if (value.op == Op::Phi)
      for (const model::Phi& phi : d_whole.blocks[value.block].phis)
        if (phi.value == id) from = phi.incoming;
    for (const ValueId one : from) result = is_from_state(one, seen) || result;
    return result;
  }

  void find_inputs() {
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block) {
      if (!d_is_kept[block]) continue;
      for (const Event& event : d_kernel.blocks[block].events) {
        if (event.kind != Event::Kind::Site) continue;
        const model::Site& site = d_whole.sites[event.index];
        const bool is_plain = site.kind == AccessKind::Write && site.arrays.size() == 1 &&
                              is_of_state(site) && site.written.size() == 1 &&
                              site.bytes == site.component_bytes && site.copy == kNone && !site.in_flight &&
                              site.inside == kNone && d_whole.blocks[block].loop == kNone;
        std::map<ValueId, bool> seen;
        if (!is_plain || d_whole.values[site.written[0]].op == Op::Constant ||
            d_whole.values[site.written[0]].width != 8 * site.bytes || is_from_state(site.written[0], seen))
          continue;
        d_result.stores.push_back(event.index);
      }
    }
    if (d_result.stores.empty()) throw Open{"no work-item stores what could be summed"};
    for (const SiteId store : d_result.stores)
      if (d_whole.sites[store].arrays[0] != d_whole.sites[d_result.stores[0]].arrays[0])
        throw Open{"what could be summed is stored to several arrays"};
    d_result.is_in_one_interval =
        std::ranges::none_of(d_result.stores, [&](SiteId store) { return passes_barrier_to_store(store); });
  }

  // Returns whether a barrier comes between this store of an input and another one, or the same one again.
  bool passes_barrier_to_store(SiteId store) const {
    std::vector<std::uint8_t> seen(d_kernel.blocks.size()), seen_after(d_kernel.blocks.size());
    struct Place {
      BlockId block;
      std::size_t event;
      bool is_after_barrier;
    };
    const BlockId first = d_whole.sites[store].block;
    std::size_t begin = 0;
    while (d_kernel.blocks[first].events[begin].kind != Event::Kind::Site ||
           d_kernel.blocks[first].events[begin].index != store)
      ++begin;
    std::vector<Place> open{{first, begin + 1, false}};
    while (!open.empty()) {
      Place at = open.back();
      open.pop_back();
      const Block& here = d_kernel.blocks[at.block];
      for (std::size_t i = at.event; i < here.events.size(); ++i) {
        const Event& event = here.events[i];
        if (event.kind == Event::Kind::Barrier) at.is_after_barrier = true;
        const bool is_input = event.kind == Event::Kind::Site &&
                              std::ranges::find(d_result.stores, event.index) != d_result.stores.end();
        if (is_input && at.is_after_barrier) return true;
      }
      for (const BlockId next : here.successors)
        if (std::exchange((at.is_after_barrier ? seen_after : seen)[next], 1) == 0)
          open.push_back({next, 0, at.is_after_barrier});
    }
    return false;
  }

  // Keeps the accesses to the array, and barriers.
  void keep_events() {
    for (Block& block : d_kernel.blocks)
      std::erase_if(block.events, [&](const Event& event) {
        if (event.kind == Event::Kind::Site) {
          const model::Site& site = d_kernel.sites[event.index];
          const bool is_dropped = site.observes || !is_of_state(site);
          if (!is_dropped && site.non_temporal) throw Open{"a read that is left out of race checking"};
          return is_dropped;
        }
        return event.kind == Event::Kind::Fence;
      });
  }

  ValueId add(Value value) {
    d_kernel.values.push_back(std::move(value));
    return static_cast<ValueId>(d_kernel.values.size() - 1);
  }

  void insert_inputs() {
    const model::Array state = d_kernel.arrays[d_result.state];
    d_result.input = static_cast<model::ArrayId>(d_kernel.arrays.size());
    model::Array& array = d_kernel.arrays.emplace_back();
    array.name = "what is stored to " + state.name;
    array.memory = model::Memory::Global;
    array.element_bytes = state.element_bytes;
    array.element_type = state.element_type;
    for (const SiteId id : d_result.stores) {
      const auto input = static_cast<SiteId>(d_kernel.sites.size());
      const model::Site store = d_kernel.sites[id];
      const unsigned width = d_kernel.values[store.base].width;
      const ValueId base = add({.op = Op::Constant,
                                .width = static_cast<std::uint16_t>(width),
                                .index = 0,
                                .literal = d_result.input,
                                .block = kNone,
                                .location = kNone,
                                .operands = {}});
      const ValueId value = add({.op = Op::Read,
                                 .width = static_cast<std::uint16_t>(8 * store.bytes),
                                 .index = input,
                                 .literal = 0,
                                 .block = store.block,
                                 .location = store.location,
                                 .operands = {}});
      model::Site site;
      site.block = store.block;
      site.base = base;
      site.offset = store.offset;
      site.arrays = {d_result.input};
      site.bytes = site.component_bytes = store.bytes;
      site.location = store.location;
      d_kernel.sites.push_back(std::move(site));
      d_kernel.sites[id].written = {value};
      std::vector<Event>& events = d_kernel.blocks[store.block].events;
      const auto at = std::ranges::find_if(
          events, [&](const Event& event) { return event.kind == Event::Kind::Site && event.index == id; });
      events.insert(at, {Event::Kind::Site, input});
      d_result.inputs.push_back(input);
    }
  }

  // ---- branches that do not matter

  // Returns whether a run may not know the value.
  bool is_unknown(ValueId id, std::map<ValueId, bool>& seen) const {
    const auto [entry, is_new] = seen.try_emplace(id, false);
    if (!is_new) return entry->second;
    const Value& value = d_kernel.values[id];
    const auto is_so = [&](ValueId one) { return is_unknown(one, seen); };
    bool result = false;
    switch (value.op) {
      case Op::Constant:
      case Op::LocalId:
      case Op::LocalSize:
      case Op::EnqueuedLocalSize:
      case Op::GlobalOffset:
      case Op::WorkDim:
        break;
      case Op::NumGroups:
      case Op::GlobalSize:
        result = d_facts.open.any();
        break;
      case Op::Parameter:
        result = value.index >= d_facts.arguments.size() ||
                 !std::holds_alternative<model::ValueArgument>(d_facts.arguments[value.index]);
        break;
      case Op::Phi:
        for (const model::Phi& phi : d_kernel.blocks[value.block].phis)
          if (phi.value == id) result = std::ranges::any_of(phi.incoming, is_so);
        break;
      case Op::Undefined:
      case Op::GroupId:
      case Op::SubGroup:
      case Op::Pipe:
      case Op::Read:
      case Op::Collective:
      case Op::Event:
      case Op::Other:
      case Op::Element:
      case Op::Accessed:
      case Op::Contract:
      case Op::Function:
        result = true;
        break;
      default:
        result = std::ranges::any_of(value.operands, is_so);
        break;
    }
    seen[id] = result;
    return result;
  }

  // Returns the blocks between the branch and the block, if control comes there in any case and nothing
  // happens between.
  std::optional<std::vector<BlockId>> between(BlockId branch, BlockId join) const {
    std::vector<std::uint8_t> seen(d_kernel.blocks.size());
    std::vector<BlockId> open(d_kernel.blocks[branch].successors), result;
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      if (at == join || std::exchange(seen[at], 1) != 0) continue;
      const Block& here = d_kernel.blocks[at];
      const bool is_plain = at != branch && here.events.empty() && here.excluded_by == kNone &&
                            !here.successors.empty() && here.loop == d_kernel.blocks[branch].loop &&
                            (here.loop == kNone || (d_kernel.loops[here.loop].header != at &&
                                                    d_kernel.loops[here.loop].latch != at));
      if (!is_plain) return {};
      result.push_back(at);
      open.insert(open.end(), here.successors.begin(), here.successors.end());
    }
    return result;
  }

  // Replaces a branch that a run may not follow by a jump behind it. Returns false if there is none.
  bool leave_out_branch() {
    std::map<ValueId, bool> seen;
    for (BlockId branch = 0; branch < d_kernel.blocks.size(); ++branch) {
      const Block& here = d_kernel.blocks[branch];
      if (!d_is_kept[branch] || here.successors.size() != 2 || !is_unknown(here.condition, seen)) continue;
      std::optional<std::vector<BlockId>> fewest;
      BlockId join = kNone;
      for (BlockId one = 0; one < d_kernel.blocks.size(); ++one) {
        if (!d_is_kept[one] || one == branch || d_kernel.blocks[one].loop != here.loop) continue;
        if (here.loop != kNone && d_kernel.loops[here.loop].header == one) continue;
        const auto blocks = between(branch, one);
        if (!blocks || (fewest && fewest->size() <= blocks->size())) continue;
        fewest = blocks;
        join = one;
      }
      if (!fewest) continue;
      jump(branch, join, *fewest);
      return true;
    }
    return false;
  }

  void jump(BlockId branch, BlockId join, const std::vector<BlockId>& blocks) {
    d_kernel.blocks[branch].successors = {join};
    d_kernel.blocks[branch].condition = kNone;
    find_reachable();
    const auto is_left_out = [&](BlockId block) {
      return block == branch || (!d_is_kept[block] && std::ranges::find(blocks, block) != blocks.end());
    };
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block)
      if (d_is_kept[block] && block != join) drop_edges(block);
    const std::vector<BlockId> before = d_kernel.blocks[join].predecessors;
    std::vector<BlockId> predecessors;
    for (const BlockId block : before)
      if (!is_left_out(block)) predecessors.push_back(block);
    predecessors.push_back(branch);
    std::vector<model::Phi> phis = d_kernel.blocks[join].phis;
    for (model::Phi& phi : phis) {
      std::vector<ValueId> kept, left_out;
      for (std::size_t i = 0; i < before.size(); ++i)
        (is_left_out(before[i]) ? left_out : kept).push_back(phi.incoming[i]);
      const bool is_one = std::ranges::all_of(left_out, [&](ValueId one) { return one == left_out.front(); });
      const BlockId made_in = d_kernel.values[left_out.front()].block;
      const bool is_before = is_one && std::ranges::find(blocks, made_in) == blocks.end();
      kept.push_back(is_before ? left_out.front() : undefined(d_kernel.values[phi.value].width));
      phi.incoming = std::move(kept);
    }
    d_kernel.blocks[join].predecessors = std::move(predecessors);
    d_kernel.blocks[join].phis = std::move(phis);
  }

  // Drops edges into the block that no longer exist.
  void drop_edges(BlockId id) {
    Block& block = d_kernel.blocks[id];
    std::vector<BlockId> predecessors;
    std::vector<std::vector<ValueId>> incoming(block.phis.size());
    for (std::size_t i = 0; i < block.predecessors.size(); ++i) {
      const BlockId from = block.predecessors[i];
      const std::vector<BlockId>& next = d_kernel.blocks[from].successors;
      if (!d_is_kept[from] || std::ranges::find(next, id) == next.end()) continue;
      predecessors.push_back(from);
      for (std::size_t j = 0; j < block.phis.size(); ++j) incoming[j].push_back(block.phis[j].incoming[i]);
    }
    block.predecessors = std::move(predecessors);
    for (std::size_t j = 0; j < block.phis.size(); ++j) block.phis[j].incoming = std::move(incoming[j]);
  }

  ValueId undefined(std::uint16_t width) {
    Value value;
    value.width = width;
    return add(std::move(value));
  }

  // ---- what is left

  void renumber() {
    std::vector<BlockId> block_of(d_kernel.blocks.size(), kNone);
    std::vector<Block> blocks;
    for (BlockId id = 0; id < d_kernel.blocks.size(); ++id)
      if (d_is_kept[id]) {
        block_of[id] = static_cast<BlockId>(blocks.size());
        blocks.push_back(std::move(d_kernel.blocks[id]));
      }
    std::vector<LoopId> loop_of(d_kernel.loops.size(), kNone);
    std::vector<model::Loop> loops;
    for (LoopId id = 0; id < d_kernel.loops.size(); ++id) {
      model::Loop loop = d_kernel.loops[id];
      if (block_of[loop.header] == kNone) continue;
      std::vector<BlockId> inside;
      for (const BlockId block : loop.blocks)
        if (block_of[block] != kNone) inside.push_back(block_of[block]);
      loop.header = block_of[loop.header];
      loop.latch = block_of[loop.latch];
      loop.preheader = block_of[loop.preheader];
      loop.parent = loop.parent == kNone ? kNone : loop_of[loop.parent];
      loop.blocks = std::move(inside);
      if (loop.latch == kNone || loop.preheader == kNone) throw Open{"a loop that is not left whole"};
      loop_of[id] = static_cast<LoopId>(loops.size());
      loops.push_back(std::move(loop));
    }
    std::vector<SiteId> site_of(d_kernel.sites.size(), kNone);
    std::vector<model::BarrierId> barrier_of(d_kernel.barriers.size(), kNone);
    std::vector<model::Site> sites;
    std::vector<model::Barrier> barriers;
    for (Block& block : blocks) {
      if (block.loop != kNone) block.loop = loop_of[block.loop];
      for (BlockId& next : block.successors) next = block_of[next];
      for (BlockId& before : block.predecessors) {
        before = block_of[before];
        if (before == kNone) throw Open{"control comes from behind the read"};
      }
      for (Event& event : block.events) {
        if (event.kind == Event::Kind::Site) {
          site_of[event.index] = static_cast<SiteId>(sites.size());
          sites.push_back(d_kernel.sites[event.index]);
          event.index = site_of[event.index];
          sites.back().block = block_of[sites.back().block];
        } else {
          barrier_of[event.index] = static_cast<model::BarrierId>(barriers.size());
          barriers.push_back(d_kernel.barriers[event.index]);
          event.index = barrier_of[event.index];
          barriers.back().block = block_of[barriers.back().block];
        }
      }
    }
    for (ValueId id = 0; id < d_kernel.values.size(); ++id)
      renumber_value(id, block_of, site_of, barrier_of, blocks);
    for (SiteId& input : d_result.inputs) input = site_of[input];
    for (model::Annotation& annotation : d_kernel.annotations) {
      const bool is_assumed = annotation.kind == model::AnnotationKind::Precondition ||
                              annotation.kind == model::AnnotationKind::Assumption;
      const bool is_kept = annotation.block == kNone || block_of[annotation.block] != kNone;
      if (is_assumed && is_kept && annotation.contract == model::ContractPart::None) {
        if (annotation.block != kNone) annotation.block = block_of[annotation.block];
        annotation.event = 0;
        continue;
      }
      model::Annotation none;
      none.block = 0;
      annotation = std::move(none);
    }
    d_kernel.blocks = std::move(blocks);
    d_kernel.loops = std::move(loops);
    d_kernel.sites = std::move(sites);
    d_kernel.barriers = std::move(barriers);
    d_kernel.fences.clear();
    d_kernel.queries.clear();
    d_kernel.snapshots.clear();
    d_kernel.postconditions.clear();
    d_kernel.modular.reset();
  }

  void renumber_value(ValueId id, const std::vector<BlockId>& block_of, const std::vector<SiteId>& site_of,
                      const std::vector<model::BarrierId>& barrier_of, const std::vector<Block>& blocks) {
    Value& value = d_kernel.values[id];
    bool is_kept = value.block == kNone || block_of[value.block] != kNone;
    switch (value.op) {
      case Op::Read:
        is_kept = is_kept && site_of[value.index] != kNone;
        if (is_kept) value.index = site_of[value.index];
        break;
      case Op::Collective:
      case Op::Event:
      case Op::Element:
        is_kept = is_kept && barrier_of[value.index] != kNone;
        if (is_kept) value.index = barrier_of[value.index];
        break;
      case Op::Phi: {
        const auto is_it = [&](const model::Phi& phi) { return phi.value == id; };
        is_kept = is_kept && std::ranges::any_of(blocks[block_of[value.block]].phis, is_it);
        break;
      }
      case Op::SubGroup:
        is_kept = is_kept && value.literal == 0;
        break;
      case Op::Other:
      case Op::Accessed:
      case Op::Contract:
        is_kept = false;
        break;
      default:
        break;
    }
    if (is_kept) {
      if (value.block != kNone) value.block = block_of[value.block];
      return;
    }
    const std::uint16_t width = value.width;
    value = Value{};
    value.width = width;
  }

  const model::LaunchFacts& d_facts;
  const analysis::MemoryRegions& d_regions;
  SiteId d_read;
  analysis::FlowGraph d_graph;  // of the whole kernel
  const model::KernelModel& d_whole;
  model::KernelModel d_kernel;  // becomes the part
  KernelBefore d_result;
  std::vector<bool> d_of_state;  // by region: accesses to it are kept
  bool d_has_all = true;         // all such regions are known
  BlockId d_end = kNone;
  std::vector<bool> d_is_kept;  // by block
};

}  // namespace

KernelBefore kernel_before(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const analysis::MemoryRegions& regions, SiteId read, Arrays arrays) {
  return Builder(kernel, facts, regions, read, arrays).run();
}

}  // namespace launchproof::scans

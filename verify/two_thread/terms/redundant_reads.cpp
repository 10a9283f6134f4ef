#include "verify/two_thread/terms/redundant_reads.h"

#include <algorithm>

namespace launchproof::two_thread {

using model::BlockId;
using model::kNone;
using model::LoopId;
using model::Op;
using model::SiteId;

namespace {

constexpr unsigned kMostSteps = 12;  // steps of a computation that is done twice

// Returns whether the event is a barrier, a collective function, a copy, a wait or a fence.
bool orders_something(const model::Event& event) {
  return event.kind != model::Event::Kind::Site;
}

class Search {
 public:
  explicit Search(const analysis::FlowGraph& graph)
      : d_graph(graph), d_kernel(graph.kernel()), d_place(d_kernel.sites.size(), kNone) {
    for (const model::Block& block : d_kernel.blocks)
      for (std::uint32_t number = 0; number < block.events.size(); ++number)
        if (block.events[number].kind == model::Event::Kind::Site)
          d_place[block.events[number].index] = number;
  }

  bool makes_redundant(SiteId before, SiteId again) const {
    return before != again && is_of_one_place(d_kernel.sites[before], d_kernel.sites[again]) &&
           d_place[before] != kNone && d_place[again] != kNone && comes_before(before, again);
  }

 private:
  static bool is_plain(const model::Site& site) {
    return site.kind == model::AccessKind::Read && !site.observes && !site.non_temporal &&
           site.copy == kNone && site.element == kNone;
  }

  // Returns whether the first site touches everything that the second site touches.
  bool is_of_one_place(const model::Site& before, const model::Site& again) const {
    return is_plain(before) && is_plain(again) && before.arrays == again.arrays &&
           before.bytes >= again.bytes && is_same(before.base, again.base, kMostSteps) &&
           is_same(before.offset, again.offset, kMostSteps) &&
           is_same(before.inside, again.inside, kMostSteps);
  }

  // Returns whether two values are the same for one work-item in one iteration of all loops around both: they
  // are computed once, or in the same way from the same values. Divisions, shifts and undefined values may
  // differ each time that they are computed.
  bool is_same(model::ValueId one, model::ValueId other, unsigned steps) const {
    if (one == kNone || other == kNone) return one == other;
    const model::Value &a = d_kernel.values[one], &b = d_kernel.values[other];
    if (one == other) return a.op != Op::Undefined;
    if (steps == 0 || a.op != b.op || !is_computed_alike(a) || a.width != b.width || a.index != b.index ||
        a.literal != b.literal)
      return false;
    return std::ranges::equal(a.operands, b.operands, [&](model::ValueId left, model::ValueId right) {
      return is_same(left, right, steps - 1);
    });
  }

  bool is_computed_alike(const model::Value& value) const {
    switch (value.op) {
      case Op::Constant:
      case Op::Parameter:
      case Op::LocalId:
      case Op::GroupId:
      case Op::LocalSize:
      case Op::NumGroups:
      case Op::GlobalOffset:
      case Op::GlobalSize:
      case Op::WorkDim:
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::Trunc:
      case Op::ZExt:
      case Op::SExt:
      case Op::Select:
      case Op::Extract:
      case Op::Concat:
        return true;
      case Op::Shl: {  // not over-wide
        const model::Value& by = d_kernel.values[value.operands[1]];
        return by.op == Op::Constant && by.literal < value.width;
      }
      default:
        return false;
    }
  }

  bool comes_before(SiteId before, SiteId again) const {
    const BlockId from = d_kernel.sites[before].block, to = d_kernel.sites[again].block;
    const LoopId region = d_kernel.blocks[from].loop;
    if (region != d_kernel.blocks[to].loop) return false;
    if (from == to)
      return d_place[before] < d_place[again] && is_clear(from, d_place[before], d_place[again]);
    const std::vector<BlockId>& nodes = d_graph.nodes(region);
    const auto is_node = [&](BlockId block) { return std::ranges::find(nodes, block) != nodes.end(); };
    return is_node(from) && is_node(to) && d_graph.dominates(region, from, to) &&
           is_clear(from, d_place[before], d_kernel.blocks[from].events.size()) &&
           is_clear(to, 0, d_place[again]) && is_clear_between(region, from, to);
  }

  bool is_clear(BlockId block, std::size_t begin, std::size_t end) const {
    const auto& events = d_kernel.blocks[block].events;
    return std::none_of(events.begin() + static_cast<std::ptrdiff_t>(begin),
                        events.begin() + static_cast<std::ptrdiff_t>(end), orders_something);
  }

  // Returns whether no path within the iteration has an ordering event. Block `from` dominates block `to`.
  bool is_clear_between(LoopId region, BlockId from, BlockId to) const {
    std::vector<bool> seen(d_kernel.blocks.size(), false);
    seen[from] = true;
    std::vector<BlockId> open{to};
    while (!open.empty()) {
      const BlockId node = open.back();
      open.pop_back();
      for (const analysis::FlowGraph::Edge& edge : d_graph.incoming(region, node)) {
        if (seen[edge.source_node]) continue;
        seen[edge.source_node] = true;
        if (!is_node_clear(region, edge.source_node)) return false;
        open.push_back(edge.source_node);
      }
    }
    return true;
  }

  bool is_node_clear(LoopId region, BlockId node) const {
    const LoopId loop = d_graph.loop_of_node(region, node);
    if (loop == kNone) return is_clear(node, 0, d_kernel.blocks[node].events.size());
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block)
      if (d_graph.contains(loop, block) && !is_clear(block, 0, d_kernel.blocks[block].events.size()))
        return false;
    return true;
  }

  const analysis::FlowGraph& d_graph;
  const model::KernelModel& d_kernel;
  std::vector<std::uint32_t> d_place;  // by site: its index among the events of its block
};

}  // namespace

std::vector<bool> redundant_reads(const analysis::FlowGraph& graph) {
  const auto count = static_cast<SiteId>(graph.kernel().sites.size());
  const Search search(graph);
  std::vector<bool> result(count, false);
  for (SiteId again = 0; again < count; ++again)
    for (SiteId before = 0; before < count && !result[again]; ++before)
      result[again] = search.makes_redundant(before, again);
  return result;
}

}  // namespace launchproof::two_thread

#include "verify/two_thread/guesses/relevance.h"

#include <algorithm>

#include "verify/two_thread/guesses/claims.h"

namespace launchproof::two_thread {

using model::BlockId;
using model::kNone;
using model::LoopId;
using model::ValueId;

namespace {

// Computes a backward slice over operands, the choices of phis, and the branches on which control depends.
class Slice {
 public:
  explicit Slice(const Setting& setting)
      : d_kernel(setting.kernel),
        d_graph(setting.graph),
        d_values(d_kernel.values.size(), false),
        d_blocks(d_kernel.blocks.size(), false),
        d_phi(d_kernel.values.size(), nullptr) {
    for (const model::Block& block : d_kernel.blocks)
      for (const model::Phi& phi : block.phis) d_phi[phi.value] = &phi;
  }

  void add(ValueId id) {
    if (id == kNone || d_values[id]) return;
    d_values[id] = true;
    d_open_values.push_back(id);
  }

  // Adds what decides whether, and how often, a work-item reaches the block.
  void add_block(BlockId block) {
    if (d_blocks[block]) return;
    d_blocks[block] = true;
    d_open_blocks.push_back(block);
  }

  void add_address(const model::Site& site) {
    add(site.base);
    add(site.offset);
    add(site.inside);
    add(site.outside);
    add(site.elements);
  }

  std::vector<bool> run() {
    while (!d_open_values.empty() || !d_open_blocks.empty()) {
      if (!d_open_values.empty()) {
        const ValueId id = d_open_values.back();
        d_open_values.pop_back();
        visit(id);
      } else {
        const BlockId block = d_open_blocks.back();
        d_open_blocks.pop_back();
        visit_block(block);
      }
    }
    return std::move(d_values);
  }

 private:
  void visit(ValueId id) {
    const model::Value& value = d_kernel.values[id];
    for (const ValueId operand : value.operands) add(operand);
    if (value.op == model::Op::Read) add_address(d_kernel.sites[value.index]);
    if (value.op != model::Op::Phi || d_phi[id] == nullptr) return;
    for (const ValueId incoming : d_phi[id]->incoming) add(incoming);
    for (const BlockId from : d_kernel.blocks[value.block].predecessors) add_block(from);
  }

  void branch(BlockId block) {
    add(d_kernel.blocks[block].condition);
    add_block(block);
  }

  void visit_block(BlockId block) {
    LoopId region = d_kernel.blocks[block].loop;
    while (true) {
      const BlockId node = d_graph.node(region, block);
      for (BlockId from = 0; from < d_kernel.blocks.size(); ++from)
        if (decides(region, from, node)) branch(from);
      if (region == kNone) return;
      for (const analysis::ExitEdge& exit : d_graph.exits(region)) branch(exit.from);
      region = d_graph.parent(region);
    }
  }

  // Returns whether the branch at the end of `from` leads to the region's node only on some paths.
  bool decides(LoopId region, BlockId from, BlockId node) const {
    if (d_kernel.blocks[from].condition == kNone || !d_graph.contains(region, from)) return false;
    const LoopId inner = d_graph.child_containing(region, from);
    const auto leaves_inner = [&] {
      return std::ranges::any_of(d_graph.exits(inner),
                                 [&](const analysis::ExitEdge& exit) { return exit.from == from; });
    };
    if (inner != kNone && !leaves_inner()) return false;
    const BlockId at = d_graph.node(region, from);
    return at != node && d_graph.can_reach(from, node) && !d_graph.postdominates(region, node, at);
  }

  const model::KernelModel& d_kernel;
  const analysis::FlowGraph& d_graph;
  std::vector<bool> d_values;
  std::vector<bool> d_blocks;
  std::vector<const model::Phi*> d_phi;
  std::vector<ValueId> d_open_values;
  std::vector<BlockId> d_open_blocks;
};

// Bounds are checked for arrays of known size, which null is not. Access flags are checked for the accesses
// that they forbid.
bool asks_bounds(const Setting& setting, const model::Site& site) {
  return std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
    return array == 0 || setting.regions.placement(array).is_null ||
           analysis::is_forbidden(site, setting.regions.placement(array).access) ||
           (setting.limits.check_bounds && setting.launch.array_bytes(array));
  });
}

}  // namespace

std::vector<bool> relevant_values(const Setting& setting, Pairing pairing, const Memory& memory,
                                  Stored stored) {
  const model::KernelModel& kernel = setting.kernel;
  if (stored != Stored::Counts && !setting.options.uses(Optimisation::Relevance))
    return std::vector<bool>(kernel.values.size(), true);
  Slice slice(setting);
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes) continue;
    const bool is_asked = pairing == Pairing::One
                              ? asks_bounds(setting, site)
                              : !setting.judges_pairs && !memory.watched_arrays(id).empty();
    if (!is_asked) continue;
    slice.add_address(site);
    slice.add_block(site.block);
    if (stored == Stored::Counts && pairing != Pairing::One)
      for (const ValueId written : site.written) slice.add(written);
  }
  if (pairing != Pairing::One)
    for (const model::Barrier& barrier : kernel.barriers) {
      slice.add_block(barrier.block);
      for (const ValueId same : barrier.same) slice.add(same);
    }
  for (const model::Annotation& annotation : kernel.annotations) {
    const bool is_compared = setting.judges_pairs && is_judged_of_pairs(annotation);
    if (pairing != Pairing::One && annotation.contract == model::ContractPart::None && !is_compared) continue;
    slice.add(annotation.condition);
    if (annotation.block != kNone) slice.add_block(annotation.block);
  }
  return slice.run();
}

bool equal_reads_matter(const Setting& setting, const Setting& of_equal_reads, Pairing pairing,
                        const std::vector<symbolic::WorkItem>& items, bool judges_pairs) {
  Values values(setting, pairing, items);
  const Memory memory(setting, pairing, values);
  Setting asked = setting;
  asked.judges_pairs = judges_pairs;
  const std::vector<bool> relevant = relevant_values(asked, pairing, memory, Stored::Counts);
  const model::KernelModel& kernel = setting.kernel;
  for (ValueId id = 0; id < kernel.values.size(); ++id) {
    if (!relevant[id] || kernel.values[id].op != model::Op::Read) continue;
    const model::SiteId site = kernel.values[id].index;
    if (of_equal_reads.equal_reads->is_shared(site) || of_equal_reads.counters->of(site) != nullptr)
      return true;
  }
  return false;
}

}  // namespace launchproof::two_thread

#include "verify/scans/parts.h"

namespace launchproof::scans {

using model::AccessKind;
using model::BlockId;
using model::kNone;
using model::LoopId;
using model::SiteId;

namespace {

class Reader {
 public:
  Reader(const access::Context& context, const model::ScanClaim& claim)
      : d_context(context), d_kernel(context.kernel), d_claim(claim) {}

  std::uint32_t region_of(SiteId id) const {
    return d_context.regions.placement(d_kernel.sites[id].arrays[0]).region;
  }

  ScanParts run() {
    d_parts.input = d_context.regions.placement(d_claim.input).region;
    d_parts.output = d_context.regions.placement(d_claim.output).region;
    if (d_context.regions.is_written(d_parts.input))
      throw Open{"the launch writes to the array that is scanned"};
    for (LoopId loop = 0; loop < d_kernel.loops.size(); ++loop) look_at_loop(loop);
    for (SiteId id = 0; id < d_kernel.sites.size(); ++id) look_at(id);
    if (d_parts.state == kNone) throw Open{"no array is both written and read"};
    d_parts.element_bytes = d_bytes.at(d_parts.state);
    d_parts.loop_stores.resize(d_kernel.loops.size());
    d_parts.segment_stores.resize(d_kernel.loops.size() + 1);
    d_parts.outputs.clear();
    walk(kNone);
    for (const model::Barrier& barrier : d_kernel.barriers)
      if (barrier.kind != model::Convergence::Barrier || barrier.level != model::ConvergenceLevel::Group)
        throw Open{"`" + barrier.function + "`", barrier.location};
    return d_parts;
  }

 private:
  // Requires that all work-items execute the same iterations and leave the loop at its head.
  void look_at_loop(LoopId id) {
    const model::Loop& loop = d_kernel.loops[id];
    if (loop.parent != kNone) throw Open{"a loop within another one", loop.location};
    const model::Block& head = d_kernel.blocks[loop.header];
    for (const analysis::ExitEdge& exit : d_context.graph.exits(id))
      if (exit.from != loop.header)
        throw Open{"a loop that is left elsewhere than at its head", loop.location};
    if (head.successors.size() != 2 || !d_context.uniformity.is_uniform_at(head.condition, loop.header))
      throw Open{"a loop that work-items may leave in different iterations", loop.location};
    for (const model::Event& event : head.events)
      if (event.kind == model::Event::Kind::Site && !d_kernel.sites[event.index].observes)
        throw Open{"an access in the condition of a loop", loop.location};
  }

  void look_at(SiteId id) {
    const model::Site& site = d_kernel.sites[id];
    if (site.observes) return;
    const bool is_plain = site.arrays.size() == 1 && site.kind != AccessKind::Atomic && site.copy == kNone &&
                          !site.in_flight && site.inside == kNone && site.bytes == site.component_bytes;
    if (!is_plain)
      throw Open{"an access that is not a load or store of one element of one array", site.location};
    const std::uint32_t region = region_of(id);
    if (region == kNone) throw Open{"an access through a null pointer", site.location};
    const auto [bytes, fresh] = d_bytes.try_emplace(region, site.component_bytes);
    if (bytes->second != site.component_bytes)
      throw Open{"accesses to one array that differ in width", site.location};
    if (site.kind != AccessKind::Read || !d_context.regions.is_written(region)) return;
    if (d_parts.state != kNone && d_parts.state != region)
      throw Open{"several arrays are both written and read", site.location};
    d_parts.state = region;
  }

  // Visits the sites in the order in which work-items reach them, including those in loops.
  void walk(LoopId region) {
    for (const BlockId node : d_context.graph.nodes(region)) {
      const LoopId inner = d_context.graph.loop_of_node(region, node);
      if (inner != kNone) {
        d_parts.order.push_back(inner);
        d_may_forward.clear();
        walk(inner);
        d_may_forward.clear();
        continue;
      }
      for (const model::Event& event : d_kernel.blocks[node].events) {
        if (event.kind == model::Event::Kind::Barrier) pass_barrier(event.index);
        if (event.kind == model::Event::Kind::Site && !d_kernel.sites[event.index].observes)
          place(event.index, region);
      }
    }
  }

  // After a barrier, others may have written what a work-item reads.
  void pass_barrier(model::BarrierId) {
    if (!d_may_forward.empty()) d_is_parted = true;
  }

  void place(SiteId id, LoopId loop) {
    const model::Site& site = d_kernel.sites[id];
    const std::uint32_t region = region_of(id);
    d_parts.loop_of[id] = loop;
    if (site.kind == AccessKind::Read) {
      if (region != d_parts.state) {
        if (loop != kNone)
          throw Open{"a loop reads another array than the one that it writes", site.location};
        return;
      }
      if (d_is_parted && !d_may_forward.empty())
        throw Open{"what was written is read behind a barrier in the same iteration", site.location};
      d_parts.before[id] = d_may_forward;
      if (loop == kNone && d_parts.order.size() != d_kernel.loops.size())
        throw Open{"the array is read before all loops have ended", site.location};
      return;
    }
    if (site.written.size() != 1) throw Open{"a store of what is no value", site.location};
    if (region == d_parts.output && region != d_parts.state) {
      if (loop != kNone || d_parts.order.size() != d_kernel.loops.size())
        throw Open{"the output is written before all loops have ended", site.location};
      d_parts.outputs.push_back(id);
      return;
    }
    if (region != d_parts.state) throw Open{"a store to another array", site.location};
    if (!d_may_forward.empty() && d_is_parted)
      throw Open{"a barrier between two stores of one iteration", site.location};
    if (d_may_forward.empty()) d_is_parted = false;
    d_may_forward.push_back(id);
    if (loop != kNone)
      d_parts.loop_stores[loop].push_back(id);
    else
      d_parts.segment_stores[d_parts.order.size()].push_back(id);
  }

  const access::Context& d_context;
  const model::KernelModel& d_kernel;
  const model::ScanClaim& d_claim;
  ScanParts d_parts;
  std::map<std::uint32_t, std::uint32_t> d_bytes;  // by region: bytes of each access
  std::vector<SiteId> d_may_forward;               // stores in the same iteration that a read may find
  bool d_is_parted = false;                        // a barrier comes after some of these
};

}  // namespace

ScanParts parts_of_scan(const access::Context& context, const model::ScanClaim& claim) {
  return Reader(context, claim).run();
}

}  // namespace launchproof::scans

#include "verify/worker/classes/common_writes.h"

#include <algorithm>
#include <map>

#include "verify/analysis/control_dependence.h"
#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/stable_reads.h"
#include "verify/analysis/uniformity.h"

namespace launchproof::worker {

using model::kNone;
using model::ValueId;

namespace {

class Finder {
 public:
  Finder(const model::KernelModel& kernel, const model::LaunchFacts& facts)
      : d_kernel(kernel),
        d_facts(facts),
        d_graph(kernel),
        d_regions(kernel, facts),
        d_stable(d_graph, d_regions),
        d_uniformity(d_graph, d_regions, d_stable),
        d_control(kernel) {
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis) d_phis.emplace(phi.value, &phi);
  }

  Sharing of(const model::Site& site) const {
    const bool is_plain = site.kind == model::AccessKind::Write && !site.in_flight && !site.is_elsewhere &&
                          site.call == kNone && site.inside == kNone && !site.written.empty();
    if (!is_plain || depends_on_place(site)) return Sharing::None;
    bool has_local = false;
    for (const model::ArrayId array : site.arrays) {
      const model::Memory memory = d_kernel.arrays[array].memory;
      if (memory != model::Memory::Local && memory != model::Memory::Global) return Sharing::None;
      has_local = has_local || memory == model::Memory::Local;
    }
    // What decides where, whether and how often the work-item writes.
    std::vector<std::pair<ValueId, model::BlockId>> deciding{{site.offset, site.block},
                                                             {site.base, site.block}};
    std::vector<bool> seen(d_kernel.blocks.size(), false);
    std::vector<model::BlockId> open{site.block};
    while (!open.empty()) {
      const model::BlockId block = open.back();
      open.pop_back();
      for (const model::BlockId decider : d_control.deciders(block)) {
        if (seen[decider]) continue;
        seen[decider] = true;
        deciding.emplace_back(d_kernel.blocks[decider].condition, decider);
        open.push_back(decider);
      }
    }
    bool in_launch = !has_local && !d_facts.open.any();
    for (const auto& [value, block] : deciding) {
      if (value == kNone) continue;
      if (!d_uniformity.is_uniform_at(value, block)) return Sharing::None;
      in_launch = in_launch && !analysis::may_differ_between_groups(d_kernel, d_facts, d_regions, value);
    }
    return in_launch ? Sharing::Launch : Sharing::Group;
  }

 private:
  // Returns whether the written value may be computed from what the array holds.
  bool depends_on_place(const model::Site& site) const {
    std::vector<bool> seen(d_kernel.values.size(), false);
    std::vector<ValueId> open = site.written;
    while (!open.empty()) {
      const ValueId id = open.back();
      open.pop_back();
      if (id == kNone || seen[id]) continue;
      seen[id] = true;
      const model::Value& value = d_kernel.values[id];
      if (value.op == model::Op::Read) {
        const model::Site& read = d_kernel.sites[value.index];
        for (const model::ArrayId array : read.arrays) {
          // What a private array holds may come from anywhere.
          if (d_kernel.arrays[array].memory == model::Memory::Private ||
              std::ranges::find(site.arrays, array) != site.arrays.end())
            return true;
        }
      }
      if (const auto phi = d_phis.find(id); phi != d_phis.end())
        open.insert(open.end(), phi->second->incoming.begin(), phi->second->incoming.end());
      open.insert(open.end(), value.operands.begin(), value.operands.end());
    }
    return false;
  }

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  analysis::FlowGraph d_graph;
  analysis::MemoryRegions d_regions;
  analysis::StableReads d_stable;
  analysis::Uniformity d_uniformity;
  analysis::ControlDependence d_control;
  std::map<ValueId, const model::Phi*> d_phis;
};

}  // namespace

std::vector<Sharing> common_writes(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  const Finder finder(kernel, facts);
  std::vector<Sharing> all;
  all.reserve(kernel.sites.size());
  for (const model::Site& site : kernel.sites) all.push_back(finder.of(site));
  return all;
}

}  // namespace launchproof::worker

// Finds reads of memory that the launch also writes, but that have one value for each address and barrier
// interval of the group.
//
// Justified by looking for the first race only. Take an execution with a race, and of its accesses the first
// that races with an earlier one. No read before it races with an earlier access, so each finds what its
// address held when the group's barrier interval began, or what its own work-item wrote there in the interval
// since. A model in which all reads have such values therefore shows a race if the program has one, so
// proving the model free of races proves the program free of them. Other properties that depend on such reads
// hold only if there is no race (`verdict::Cause::VoidedRace`).
//
// A barrier of a sub-group ends an interval as well: after it, a read may find what another work-item of the
// sub-group wrote before it. Two reads after one instance of it find the same value if one sub-group makes
// both. If different sub-groups make them, they find the same value until one of the reads races with what
// the other sub-group wrote.
//
// If one write of the work-item itself is the last before the read on every path to it, and both have one
// address, the read finds the written value (last_write()). That holds for reads by annotations in local
// memory, too.
//
// A read for an annotation (Site::observes) races with nothing. It has such a value only if nothing can write
// there in its interval, and never in memory that several groups share.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"

namespace launchproof::analysis {

// A write of the same work-item that may come before the read in its interval.
struct EarlierWrite {
  model::SiteId site = model::kNone;
  std::vector<LoopId> again;  // loops around both of which the write may lie in an earlier iteration
};

class StableReads {
 public:
  // Finds stable reads. `lock_step`: some work-items of a group may write before others read without a race,
  // so that no read of memory that the launch writes is shared or initial. `arbitrary`: the arrays, by
  // number, to which the same applies in any case; as long as needed.
  StableReads(const FlowGraph& graph, const MemoryRegions& regions, bool lock_step = false,
              const std::vector<bool>& arbitrary = {});

  // Returns whether the read has one value for each address and interval, apart from what the work-item
  // itself wrote before.
  bool is_shared(model::SiteId site) const { return d_shared[site]; }
  const std::vector<EarlierWrite>& earlier_writes(model::SiteId site) const { return d_earlier[site]; }
  // Returns the write of the same work-item whose value each execution of the read finds, in the same
  // iterations of all loops around it, if both have one address and no race comes before. Returns kNone if no
  // write is certain.
  model::SiteId last_write(model::SiteId site) const { return d_last_write[site]; }
  // Returns whether the value of the read is known only if no race comes before.
  bool rests_on_no_race(model::SiteId site) const {
    return d_shared[site] || d_last_write[site] != model::kNone;
  }
  // Returns whether work-items that read one address in one interval always get one value.
  bool is_stable(model::SiteId site) const { return d_shared[site] && d_earlier[site].empty(); }
  // Returns whether the read finds what its address held at the start of the launch.
  bool is_initial(model::SiteId site) const { return d_initial[site]; }
  // Returns the number of the interval. Reads and atomics with equal numbers are in one interval if the loops
  // for which counts() holds are in the same iterations.
  std::uint32_t interval(model::SiteId site) const { return d_interval[site]; }
  // Returns whether the loop holds a barrier that orders the memory of the site, so that its iterations
  // separate intervals.
  bool counts(LoopId loop, model::SiteId site) const;

 private:
  const model::KernelModel& d_kernel;
  std::vector<bool> d_shared, d_initial;
  std::vector<std::vector<EarlierWrite>> d_earlier;
  std::vector<model::SiteId> d_last_write;
  std::vector<std::uint32_t> d_interval;
  std::vector<bool> d_local_barrier, d_global_barrier;  // by loop
};

}  // namespace launchproof::analysis

// The part of a kernel that fills an array before a site reads it, as a kernel of its own.
//
// All work-items of a group come to the place where the part ends. Only accesses to that array are left. What
// is stored without having been read from the array is taken for an input: the store finds its value in an
// array of inputs, at the same element. Other values that are read are undefined, and branches on which
// nothing of this depends are left out.
#pragma once

#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::scans {

struct KernelBefore {
  model::KernelModel kernel;
  model::ArrayId state = model::kNone;  // the array that the site reads
  model::ArrayId input = model::kNone;  // the array of inputs
  std::vector<model::SiteId> stores;    // of inputs, in the whole kernel
  std::vector<model::SiteId> inputs;    // by store: the read of its input in this kernel
  bool is_in_one_interval = false;      // no barrier comes between two stores of inputs
};

// Requires that nothing is written to the array between the barrier before the read and the read, and that
// the read lies in no loop with such a barrier. Throws Open (parts.h) if there is no such part.
KernelBefore kernel_before(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const analysis::MemoryRegions& regions, model::SiteId read);

}  // namespace launchproof::scans

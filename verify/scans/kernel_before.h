// The part of a kernel that fills an array before a site reads it, as a kernel of its own.
//
// All work-items of a group come to the place where the part ends. Only accesses to that array are left, and
// perhaps those to the arrays in local memory that its elements are computed from. What is stored there
// without having been read from there is taken for an input: the store finds its value in an array of inputs,
// at the same element. Other values that are read are undefined, and branches on which nothing of this
// depends are left out.
#pragma once

#include <cstdint>
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

enum class Arrays : std::uint8_t {
  OfRead,   // the array that is read
  OfValues  // also those that its elements are computed from
};

// Requires that nothing is written to the array between the barrier before the read and the read, and that
// the read lies in no loop with such a barrier. Throws Open (parts.h) if there is no such part.
KernelBefore kernel_before(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const analysis::MemoryRegions& regions, model::SiteId read, Arrays arrays);

}  // namespace launchproof::scans

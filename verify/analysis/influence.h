// Values on which the course of a kernel depends: its branches, and what some of its accesses touch and
// store.
#pragma once

#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

struct Influence {
  // By number: the argument's value, or what its buffer holds at the launch, may matter.
  std::vector<bool> parameters;
  std::vector<bool> reads;   // by site: the value read may matter
  std::vector<bool> writes;  // by site: what it stores, and where, may matter to one of these
  // Something that the program leaves undefined may matter: an uninitialised value, an over-wide shift, a
  // result that each device computes in its own way; or a value whose origin the model does not tell.
  bool undefined = false;
  // A value that conforming devices, or orders of execution, may give differently may matter: everything
  // under `undefined`, results of float operations and atomics, contents of images, and data that
  // asynchronous copies bring.
  bool varies = false;
  // The same of all but floats that devices compute alike: where zero and normal numbers alone come up, this
  // is everything that may differ.
  bool varies_beyond_floats = false;
  // Quotients matter that may be undefined: what is known of the operands rules out neither a divisor of zero
  // nor the division of the least number by -1.
  bool divisions = false;
  // Work-items give each other values that matter. Where one of them does not take part, or
  // devices choose the order of a sum, devices may give others.
  bool exchanges = false;
  // Floats are computed, in such a way that devices agree on zero and normal numbers only.
  bool floats = false;
};

// Returns a backward slice from every branch of the kernel, from the operands that its work-items must hand
// in alike, and from the addresses (and with `stored` the stored values) of `sites`, through memory; with
// `asserted` also from the conditions of annotations. `facts` are those of `regions`.
Influence influence(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                    bool asserted = false);

// Returns the same for these sites alone: a backward slice from their addresses (and with `stored` the stored
// values), from the branches that decide whether control reaches them (control_dependence.h), and from what
// decides which barriers a group passes. The values that only the rest of the kernel uses have no part in it.
Influence influence_on(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                       const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                       bool asserted = false);

}  // namespace launchproof::analysis

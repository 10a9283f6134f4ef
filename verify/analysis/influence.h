// Finds the values on which the behaviour of a kernel depends: its branches, and what some of its accesses
// touch and store.
#pragma once

#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

struct Influence {
  // By number: the argument's value, or the initial contents of its buffer, may matter.
  std::vector<bool> parameters;
  std::vector<bool> reads;   // by site: the value read may matter
  std::vector<bool> writes;  // by site: the stored value and its address may matter to one of these reads
  // Something that the program leaves undefined may matter: an uninitialised value, an over-wide shift, a
  // result that each device computes in its own way, or a value whose origin the model does not give.
  bool undefined = false;
  // A value that may differ between conforming devices or between execution orders may matter: everything
  // under `undefined`, results of float operations and atomics, contents of images, and data that
  // asynchronous copies bring.
  bool varies = false;
  // The same without floats that devices compute alike. If only zero and normal numbers occur, nothing else
  // may differ.
  bool varies_beyond_floats = false;
  // Possibly undefined quotients matter: what is known of the operands rules out neither a divisor of zero
  // nor the division of the least number by -1.
  bool divisions = false;
  // Values that work-items give each other matter. Results may differ between devices if a work-item does not
  // take part, or if devices choose the order of a sum.
  bool exchanges = false;
  // Floats are computed in such a way that devices agree only for zero and normal numbers.
  bool floats = false;
};

// Returns a backward slice through memory from every branch of the kernel, from the operands that its
// work-items must pass alike, and from the addresses (with `stored` also the stored values) of `sites`; with
// `asserted` also from the conditions of annotations. `facts` must be those of `regions`.
Influence influence(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                    bool asserted = false);

// Returns the same for these sites only: a backward slice from their addresses (with `stored` also the stored
// values), from the branches that decide whether control reaches them (control_dependence.h), and from what
// decides which barriers a group passes. Values that only the rest of the kernel uses are not in the slice.
Influence influence_on(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                       const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                       bool asserted = false);

}  // namespace launchproof::analysis

// The parts of a kernel that computes a scan: its loops, and the positions of stores to the array that it
// works on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::scans {

// Thrown if something cannot be shown.
struct Open {
  std::string why;
  model::LocationId where = model::kNone;
};

struct ScanParts {
  // Regions: of the input, of the output, and of the state, which is the array that is both written and read.
  std::uint32_t input = model::kNone, output = model::kNone, state = model::kNone;
  std::uint32_t element_bytes = 1;   // of the latter
  std::vector<model::LoopId> order;  // loops, in execution order
  std::map<model::SiteId, model::LoopId> loop_of;
  std::vector<std::vector<model::SiteId>> loop_stores;     // by loop: its stores to the state
  std::vector<std::vector<model::SiteId>> segment_stores;  // stores to the state outside loops, by the number
                                                           // of loops before them
  std::vector<model::SiteId> outputs;                      // stores to the output, if it is not the state
  std::map<model::SiteId, std::vector<model::SiteId>>
      before;  // by read: stores before it, provided that they are all its own work-item's
};

// Throws Open if the kernel does not have the form that docs/scans.md describes.
ScanParts parts_of_scan(const access::Context& context, const model::ScanClaim& claim);

}  // namespace launchproof::scans

// The parts of a kernel that computes a scan: its loops, and which stores to the array that it works on stand
// where.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::scans {

// Thrown where something is not shown.
struct Open {
  std::string why;
  model::LocationId where = model::kNone;
};

struct ScanParts {
  // Regions: of the input, of the output, and of the array that is both written and read.
  std::uint32_t input = model::kNone, output = model::kNone, state = model::kNone;
  std::uint32_t element_bytes = 1;   // of the latter
  std::vector<model::LoopId> order;  // loops, in the order in which they are come to
  std::map<model::SiteId, model::LoopId> loop_of;
  std::vector<std::vector<model::SiteId>> loop_stores;     // by loop, to that array
  std::vector<std::vector<model::SiteId>> segment_stores;  // likewise, by how many loops come before
  std::vector<model::SiteId> outputs;                      // stores to the output, where it is another array
  std::map<model::SiteId, std::vector<model::SiteId>>
      before;  // by read: stores before it, its work-item's own alone
};

// Throws Open where the kernel is not of the form that docs/scans.md tells.
ScanParts parts_of_scan(const access::Context& context, const model::ScanClaim& claim);

}  // namespace launchproof::scans

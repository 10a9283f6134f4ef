// Proof of a scan in groups of every size that is a power of two, at once.
//
// Runs over intervals at a few sizes show which stretch each element holds whenever control reaches a loop's
// head. A shape that fits them is then proved by induction over the iterations, for one arbitrary element.
// Either some work-item writes the element, and the value that it stores has the next shape, or none does,
// and the shape stays as it is. The second case is used for a few work-items alone, which could be the
// writer; where that is too little, nothing is proved. Everything is computed in machine arithmetic, and
// depends on there being no data race and no divergent barrier in groups of these sizes.
#pragma once

#include <string>

#include "verify/access/checks/one_launch.h"
#include "verify/scans/interval_run.h"

namespace launchproof::scans {

struct EverySize {
  bool is_shown = false;
  std::string why;  // it was not
  model::LocationId where = model::kNone;
  std::optional<Join> join;
  std::uint64_t questions = 0;
};

// Proves the claim. `facts` leave the local size open in dimension 0, and nothing else. Throws
// symbolic::OutOfTime.
EverySize prove_for_every_size(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                               smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options,
                               const model::ScanClaim& claim);

}  // namespace launchproof::scans

// Proves a scan for all group sizes that are powers of two at once.
//
// Runs over intervals at a few sizes show which stretch each element holds when control reaches a loop
// header. A shape that fits these stretches is then proved by induction over the iterations, for one
// arbitrary element. Either some work-item writes the element, and the stored value has the next shape, or
// none does, and the shape is unchanged. The second case is only used for the few work-items that could be
// the writer; if that does not suffice, nothing is proved. All computations use machine arithmetic. The proof
// depends on the absence of data races and divergent barriers in groups of these sizes.
#pragma once

#include <string>
#include <vector>

#include "verify/access/checks/one_launch.h"
#include "verify/scans/interval_run.h"

namespace launchproof::scans {

struct EverySize {
  bool is_shown = false;
  std::string why;  // it was not
  model::LocationId where = model::kNone;
  std::optional<Join> join;
  std::uint64_t each = 0;  // number of elements for each work-item
  std::uint64_t questions = 0;
};

// Proves the claim, and that a work-item reads different elements at different sites of `once`. Requires that
// `facts` leave open the local size in dimension 0, and of other sizes at most the number of groups. Throws
// symbolic::OutOfTime.
EverySize prove_for_every_size(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                               smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options,
                               const model::ScanClaim& claim, const std::vector<model::SiteId>& once = {});

// Returns the facts with one group of this size in place of open sizes.
model::LaunchFacts with_size(model::LaunchFacts facts, std::uint64_t size);

}  // namespace launchproof::scans

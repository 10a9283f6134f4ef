// Verifies pairs of launches, given the results for the launch classes.
#pragma once

#include <vector>

#include "verify/verdict/results.h"
#include "verify/worker/pairs/plan_pairs.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::worker {

// Verifies the pairs in worker processes. `pool` sets their number, their limits and when to stop; its tasks
// are set here. `of_classes` are the results for the launch classes. A pair whose kernels touch no common
// memory has no result.
std::vector<verdict::ClassResult> verify_pairs(const LaunchPairs& found,
                                               const std::vector<verdict::ClassResult>& of_classes,
                                               PoolOptions pool, bool strict);

// Concludes the answers, one for each pair. A proof is void if one of its launches is not verified in what
// the proof depends on, or if another pair may change the values that it depends on.
void conclude_pairs(const LaunchPairs& found, const std::vector<verdict::ClassResult>& of_classes,
                    bool strict, std::vector<verdict::ClassResult>& answers);

}  // namespace launchproof::worker

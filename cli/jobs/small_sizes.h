// Chooses small launches for a comparison whose sizes are left open.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/jobs/given_side.h"
#include "cli/options/options.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Both sides at one choice of sizes.
struct SmallLaunch {
  GivenSide left, right;
};

inline constexpr std::size_t kSmallLaunches = 16;   // choices of sizes
inline constexpr std::size_t kJudgingLaunches = 4;  // those of them that judge every answer

// Returns both sides at the sizes with this number, and integers that are not given set to about the number
// of work-items. Returns nothing if these do not fit the sides. Requires a number below kSmallLaunches.
std::optional<SmallLaunch> at_small_sizes(const GivenSide& left, const GivenSide& right, std::size_t number);

// Verifies and compares the launches, and returns a result for each. `begun` holds what all of them share.
std::vector<verdict::ClassResult> compare_at_small_sizes(const std::vector<SmallLaunch>& launches,
                                                         const Arguments& quiet,
                                                         const verdict::ClassResult& begun);

// Corrects the answer for all sizes by a few small launches. A proof for all sizes also holds for these;
// otherwise this program has a defect. Small sizes may also refute what was not proved.
void judge_by_small_sizes(const GivenSide& left, const GivenSide& right, const Arguments& arguments,
                          verdict::ClassResult& result);

}  // namespace launchproof::cli

// Executes a whole launch and reports what was observed as a normal result.
#pragma once

#include <cstdint>
#include <string>

#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/outcomes/job.h"

namespace launchproof::worker {

struct LaunchReplay {
  std::uint64_t seed = 1;  // seed for contents that are unknown
  double seconds = 10;     // execution time limit, independent of the number of steps
  std::uint64_t memory = 256ULL << 20;
};
inline constexpr std::uint64_t kAnySteps = std::uint64_t{1} << 60;

// Returns why a replay ended at a limit, with the option that raises the limit.
std::string with_remedy(const std::string& reason);

// Replays a launch. An observed defect makes its property a defect, or a possible defect if made-up values
// may have caused it. A launch that ran to its end without a defect proves nothing: its verdict is
// `not-asked`, with that as the reason. `selector` is as for ClassVerifier::verify.
Outcome replay_launch(const Job& job, const std::string& selector, const LaunchReplay& how,
                      ClassVerifier& verifier);

}  // namespace launchproof::worker

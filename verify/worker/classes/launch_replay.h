// A whole launch executed: what was seen, in the form of every other result.
#pragma once

#include <cstdint>
#include <string>

#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/outcomes/job.h"

namespace launchproof::worker {

struct LaunchReplay {
  std::uint64_t seed = 1;  // of contents that are not known
  double seconds = 10;     // of execution, however many steps these are
  std::uint64_t memory = 256ULL << 20;
};
inline constexpr std::uint64_t kAnySteps = std::uint64_t{1} << 60;

// Returns why a replay ended that reached a limit, with the option that raises it.
std::string with_remedy(const std::string& reason);

// Replays a launch. A defect that was seen makes its property a defect, or a possible defect when something
// that was made up may have decided it. A launch that ran to its end without a defect proves nothing: its
// verdict is `not-asked`, with that as the reason. `selector` is as for ClassVerifier::verify.
Outcome replay_launch(const Job& job, const std::string& selector, const LaunchReplay& how,
                      ClassVerifier& verifier);

}  // namespace launchproof::worker

#include "verify/symbolic/findings/unaligned_barriers.h"

#include <algorithm>

namespace launchproof::symbolic {

using verdict::Verdict;

void doubt_unaligned_barriers(const model::KernelModel& kernel, verdict::ClassResult& result) {
  const auto unaligned = std::ranges::find(kernel.barriers, false, &model::Barrier::is_aligned);
  const auto divergence = result.properties.find(verdict::Property::BarrierDivergence);
  if (unaligned == kernel.barriers.end() || divergence == result.properties.end()) return;
  if (divergence->second.verdict == Verdict::Verified || divergence->second.verdict == Verdict::NotAsked)
    return;
  verdict::Approximation cause;
  cause.cause = verdict::Cause::UnsupportedConstruct;
  cause.detail =
      "threads that wait at different unaligned barriers (`barrier.sync`, cooperative groups) may meet";
  if (unaligned->location != model::kNone) {
    const model::Location& at = kernel.locations[unaligned->location];
    cause.location = {at.file, at.line, at.column, "barrier"};
  }
  // Replays handle such barriers, so they may show that it happens.
  verdict::Approximation of_finding = cause;
  of_finding.cause = verdict::Cause::EarlierIterations;
  for (verdict::Finding& finding : result.findings) {
    finding.approximations.push_back(of_finding);
    if (finding.confirmation == verdict::Confirmation::Exact)
      finding.confirmation = verdict::Confirmation::Unconfirmed;
  }
  for (auto& [property, answer] : result.properties) {
    if (answer.verdict == Verdict::Verified) {
      answer.verdict = Verdict::Unknown;
      answer.reason = cause.detail + ", which is not followed";
      answer.causes.push_back(cause);
    } else if (answer.verdict == Verdict::Defect) {
      answer.verdict = Verdict::PossibleDefect;
    }
  }
}

}  // namespace launchproof::symbolic

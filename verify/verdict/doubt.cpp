#include "verify/verdict/doubt.h"

#include <algorithm>

namespace launchproof::verdict {
namespace {

void add_missing(std::vector<Approximation>& into, const std::vector<Approximation>& causes) {
  for (const Approximation& cause : causes)
    if (std::ranges::find(into, cause) == into.end()) into.push_back(cause);
}

}  // namespace

void doubt(ClassResult& result, const std::vector<Approximation>& causes, bool strict) {
  if (causes.empty()) return;
  for (Finding& finding : result.findings) {
    if (finding.confirmation == Confirmation::Refuted) continue;
    if (finding.confirmation == Confirmation::Replayed)
      finding.replay = "a replay saw it happen in the program as Clang 19 compiles it";
    finding.confirmation = Confirmation::Unconfirmed;
    add_missing(finding.approximations, causes);
  }
  for (auto& [property, answer] : result.properties) {
    if (answer.verdict == Verdict::Verified) {
      answer.verdict = Verdict::Unknown;
      answer.reason = causes.front().detail + ", which is not known";
    } else if (answer.verdict == Verdict::Defect) {
      answer.verdict = Verdict::PossibleDefect;
    } else {
      continue;
    }
    add_missing(answer.causes, causes);
  }
  conclude(result, strict);
}

}  // namespace launchproof::verdict

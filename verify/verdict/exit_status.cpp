#include <algorithm>

#include "verify/verdict/results.h"

namespace launchproof::verdict {
namespace {

// The order in which one status wins over another is the order of these constants.
enum class Rank { Verified, Remains, ToolFailed, Defect, Contradiction };

bool is_contradicted(const ClassResult& result) {
  return std::any_of(result.properties.begin(), result.properties.end(), [](const auto& entry) {
    const auto& causes = entry.second.causes;
    return std::any_of(causes.begin(), causes.end(), [](const Approximation& cause) {
      return cause.cause == Cause::ReplayDisagrees || cause.cause == Cause::SolversDisagree;
    });
  });
}

// A kernel that does not compile, or has no source, is the input's failure and not the tool's.
bool is_input_error(const ClassResult& result) {
  bool any = false;
  for (const auto& [property, answer] : result.properties) {
    if (answer.verdict != Verdict::Error) continue;
    const bool input =
        std::any_of(answer.causes.begin(), answer.causes.end(), [](const Approximation& cause) {
          return cause.cause == Cause::CompileError || cause.cause == Cause::NoSource;
        });
    if (!input) return false;
    any = true;
  }
  return any;
}

Rank rank(const ClassResult& result) {
  if (is_contradicted(result)) return Rank::Contradiction;
  const auto is_bad = [](Verdict verdict) {
    return verdict == Verdict::Defect || verdict == Verdict::PossibleDefect;
  };
  // An error outranks a defect in a verdict, so the properties and findings are looked at too.
  const bool found = std::any_of(result.findings.begin(), result.findings.end(),
                                 [](const Finding& finding) { return !finding.benign; });
  const bool bad_property = std::any_of(result.properties.begin(), result.properties.end(),
                                        [&](const auto& entry) { return is_bad(entry.second.verdict); });
  if (found || bad_property || is_bad(result.verdict)) return Rank::Defect;
  if (result.verdict == Verdict::Error) return is_input_error(result) ? Rank::Remains : Rank::ToolFailed;
  return result.verdict == Verdict::Verified ? Rank::Verified : Rank::Remains;
}

}  // namespace

int exit_status(const Results& results) {
  if (results.results.empty()) return 12;
  Rank worst = Rank::Verified;
  for (const ClassResult& result : results.results) worst = std::max(worst, rank(result));
  switch (worst) {
    case Rank::Verified:
      return 0;
    case Rank::Remains:
      return 11;
    case Rank::ToolFailed:
      return 13;
    case Rank::Defect:
      return 10;
    case Rank::Contradiction:
      return 13;
  }
  return 13;
}

}  // namespace launchproof::verdict

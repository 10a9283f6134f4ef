#include <algorithm>

#include "verify/verdict/results.h"
#include "verify/verdict/waivers.h"

namespace launchproof::verdict {
namespace {

// The order of these constants is the order of precedence.
enum class Rank { Verified, Remains, ToolFailed, Defect, Contradiction };

bool is_defective(Verdict verdict) {
  return verdict == Verdict::Defect || verdict == Verdict::PossibleDefect;
}

bool has_cause(const PropertyResult& answer, std::initializer_list<Cause> any) {
  return std::any_of(answer.causes.begin(), answer.causes.end(), [&](const Approximation& cause) {
    return std::find(any.begin(), any.end(), cause.cause) != any.end();
  });
}

bool is_contradicted(const ClassResult& result) {
  return std::any_of(result.properties.begin(), result.properties.end(), [](const auto& entry) {
    return has_cause(entry.second, {Cause::ReplayDisagrees, Cause::SolversDisagree, Cause::EnginesDisagree});
  });
}

// If a kernel does not compile, or has no source, that is a failure of the input and not of the tool.
bool is_input_error(const PropertyResult& answer) {
  return has_cause(answer, {Cause::CompileError, Cause::NoSource});
}

bool is_open(const PropertyResult& answer) {
  return is_open(answer.verdict);
}

}  // namespace

bool may_be_waived(const ClassResult& result, Property property) {
  const auto entry = result.properties.find(property);
  if (entry == result.properties.end() || !is_open(entry->second) || is_contradicted(result)) return false;
  if (has_cause(entry->second, {Cause::Interrupted, Cause::WorkerCrash})) return false;
  return entry->second.verdict != Verdict::Error || is_input_error(entry->second);
}

namespace {

// One class and its waived parts.
class Judged {
 public:
  Judged(const ClassResult& result, std::size_t number, const Waivers& waivers)
      : d_result(result), d_number(number), d_waivers(waivers) {}

  Rank rank() const {
    if (is_contradicted(d_result)) return Rank::Contradiction;
    if (has_defect()) return Rank::Defect;
    if (has_failure()) return Rank::ToolFailed;
    return remains() ? Rank::Remains : Rank::Verified;
  }

 private:
  bool is_waived(std::size_t finding) const { return d_waivers.findings.contains({d_number, finding}); }

  // Returns whether everything that makes this property bad is waived. A benign finding counts only if no
  // other finding does.
  bool is_waived_whole(Property property) const {
    for (const bool benign : {false, true}) {
      bool any = false;
      for (std::size_t i = 0; i < d_result.findings.size(); ++i) {
        const Finding& finding = d_result.findings[i];
        if (finding.property != property || finding.benign != benign) continue;
        if (!is_waived(i)) return false;
        any = true;
      }
      if (any) return true;
    }
    return false;
  }

  // In a verdict, an error outranks a defect, so the properties and findings are checked too.
  bool has_defect() const {
    bool explained = false;
    for (std::size_t i = 0; i < d_result.findings.size(); ++i) {
      if (!d_result.findings[i].benign && !is_waived(i)) return true;
      explained = explained || !d_result.findings[i].benign;
    }
    for (const auto& [property, answer] : d_result.properties) {
      if (!is_defective(answer.verdict)) continue;
      if (!is_waived_whole(property)) return true;
      explained = true;
    }
    return is_defective(d_result.verdict) && !explained;
  }

  bool has_failure() const {
    if (d_result.verdict != Verdict::Error) return false;
    bool any = false;
    for (const auto& [property, answer] : d_result.properties) {
      if (answer.verdict != Verdict::Error) continue;
      if (!is_input_error(answer)) return true;
      any = true;
    }
    return !any;
  }

  bool remains() const {
    bool any = false;
    for (const auto& [property, answer] : d_result.properties) {
      if (!is_open(answer)) continue;
      if (!d_waivers.undecided.contains({d_number, property})) return true;
      any = true;
    }
    return d_result.verdict != Verdict::Verified && !is_defective(d_result.verdict) && !any;
  }

  const ClassResult& d_result;
  std::size_t d_number;
  const Waivers& d_waivers;
};

}  // namespace

int exit_status(const Results& results, const Waivers& waivers) {
  if (results.results.empty()) return results.problems.empty() ? 12 : 11;
  Rank worst = results.problems.empty() ? Rank::Verified : Rank::Remains;
  for (std::size_t i = 0; i < results.results.size(); ++i)
    worst = std::max(worst, Judged(results.results[i], i, waivers).rank());
  switch (worst) {
    case Rank::Verified:
      return 0;
    case Rank::Remains:
      return 11;
    case Rank::ToolFailed:
    case Rank::Contradiction:
      return 13;
    case Rank::Defect:
      return 10;
  }
  return 13;
}

int exit_status(const Results& results) {
  return exit_status(results, {});
}

}  // namespace launchproof::verdict

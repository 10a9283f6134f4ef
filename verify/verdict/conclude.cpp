// Design rules for verdicts: what findings mean, how properties depend on each other, and the worst of the
// requested properties.
#include <algorithm>
#include <string>
#include <string_view>

#include "verify/verdict/rests_on.h"
#include "verify/verdict/results.h"

namespace launchproof::verdict {
namespace {

bool is_bad(Verdict verdict) {
  return verdict == Verdict::Defect || verdict == Verdict::PossibleDefect;
}

// Returns whether some race certainly happens, though perhaps a different one. The counterexample assumes
// that each read finds the contents of memory at the launch, or at the start of the barrier interval, and is
// otherwise exact. Suppose that no execution of the launch had a race: then each read would find exactly
// that, and the two accesses would happen, be unordered, and race. Therefore some execution has a race.
bool is_certain_race(const Finding& finding) {
  return finding.property == Property::DataRace && !finding.benign &&
         finding.confirmation == Confirmation::Unconfirmed && !finding.approximations.empty() &&
         std::ranges::all_of(finding.approximations,
                             [](const Approximation& one) { return one.cause == Cause::VoidedRace; });
}

// Returns the verdict that one finding gives its property. A benign one gives none unless `strict` is set.
Verdict says(const Finding& finding, bool strict) {
  if (finding.confirmation == Confirmation::Refuted) return Verdict::Error;
  if (finding.benign && !strict) return Verdict::NotAsked;
  if (is_certain_race(finding)) return Verdict::Defect;
  return finding.confirmation == Confirmation::Unconfirmed ? Verdict::PossibleDefect : Verdict::Defect;
}

// `defect` needs an exact question or a replay, so a question that names an approximation does not suffice.
void normalise(Finding& finding) {
  if (finding.confirmation == Confirmation::Exact && !finding.approximations.empty()) {
    finding.confirmation = Confirmation::Unconfirmed;
  }
}

void contradict(PropertyResult& answer, const std::string& why) {
  answer.reason = why;
  const bool known = std::any_of(answer.causes.begin(), answer.causes.end(), [](const Approximation& cause) {
    return cause.cause == Cause::ReplayDisagrees;
  });
  if (!known) answer.causes.push_back({.cause = Cause::ReplayDisagrees, .detail = why, .location = {}});
}

void apply_findings(ClassResult& result, bool strict) {
  std::map<Property, Verdict> found;
  std::map<Property, const Finding*> worst;
  for (Finding& finding : result.findings) {
    normalise(finding);
    const Verdict said = says(finding, strict);
    if (said == Verdict::NotAsked) continue;
    auto [entry, fresh] = found.try_emplace(finding.property, said);
    const Verdict joined = worse(entry->second, said);
    if (fresh || joined != entry->second) worst[finding.property] = &finding;
    entry->second = joined;
  }
  for (const auto& [property, verdict] : found) {
    PropertyResult& answer = result.properties[property];
    // An engine's `defect` is replaced if everything that it can show depends on approximations.
    if (answer.verdict == Verdict::Defect) answer.verdict = verdict;
    const Verdict joined = worse(answer.verdict, verdict);
    const Finding& first = *worst[property];
    // A replay may have added to the message.
    const bool is_older = !answer.reason.empty() && first.message.starts_with(answer.reason);
    if (joined != answer.verdict || answer.reason.empty() || is_older) answer.reason = first.message;
    if (first.confirmation == Confirmation::Refuted) contradict(answer, first.replay);
    answer.verdict = joined;
  }
}

void explain(PropertyResult& answer) {
  if (answer.verdict == Verdict::Verified || !answer.reason.empty()) return;
  for (const Approximation& cause : answer.causes) {
    const std::string_view text =
        cause.detail.empty() ? meaning(cause.cause) : std::string_view(cause.detail);
    if (!answer.reason.empty()) answer.reason += "; ";
    answer.reason += text;
  }
  if (answer.reason.empty()) {
    answer.reason = answer.verdict == Verdict::NotAsked ? "not asked" : "the engine gave no reason";
  }
}

Verdict verdict_of(const ClassResult& result, Property property) {
  const auto entry = result.properties.find(property);
  return entry == result.properties.end() ? Verdict::NotAsked : entry->second.verdict;
}

std::string reason_of(const ClassResult& result, Property property) {
  const auto entry = result.properties.find(property);
  return entry == result.properties.end() ? std::string() : entry->second.reason;
}

void make_void(PropertyResult& answer, Cause cause, const std::string& reason) {
  answer.verdict = Verdict::Unknown;
  answer.reason = reason;
  answer.causes.push_back({.cause = cause, .detail = reason, .location = {}});
}

bool has_assumption(const ClassResult& result, std::string_view words) {
  return std::any_of(result.assumptions.begin(), result.assumptions.end(),
                     [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

void assume(ClassResult& result, std::string_view words, const std::string& why) {
  if (has_assumption(result, words)) return;
  result.assumptions.push_back(std::string(words) + ": " + (why.empty() ? "not asked" : why));
}

bool sizes_unknown(const ClassResult& result) {
  const auto entry = result.properties.find(Property::OutOfBounds);
  return entry != result.properties.end() &&
         std::any_of(entry->second.causes.begin(), entry->second.causes.end(),
                     [](const Approximation& cause) { return cause.cause == Cause::SizeNotKnown; });
}

// Bounds are violated by more than subscripts of inner arrays, whose accesses stay in the whole array.
bool may_leave_array(const ClassResult& result) {
  bool any = false;
  for (const Finding& finding : result.findings) {
    if (finding.property != Property::OutOfBounds) continue;
    if (finding.kind != kInnerArray) return true;
    any = true;
  }
  return !any;
}

// Returns whether the row's property loses its proof because the property on which it depends has this
// verdict.
bool takes_away(const ClassResult& result, const RestsOn& row, Verdict on) {
  switch (row.needs) {
    case Needs::Proof:
    case Needs::ProofWhereItReads:
      return on != Verdict::Verified && on != Verdict::NotAsked;
    case Needs::NoCounterexample:
      return is_bad(on) && (row.on != Property::OutOfBounds || may_leave_array(result));
  }
  return true;
}

// States as an assumption what a proof needs of a property that was not checked or not proved.
void state_need(ClassResult& result, const RestsOn& row, Verdict on) {
  std::string why = reason_of(result, row.on);
  if (row.needs != Needs::NoCounterexample) {
    if (on == Verdict::NotAsked) assume(result, row.assumption, why);
    return;
  }
  const bool lacks_sizes = row.on == Property::OutOfBounds && sizes_unknown(result);
  if (on == Verdict::Verified && !lacks_sizes) return;
  if (row.on == Property::OutOfBounds && has_assumption(result, "in bounds")) return;
  if (why.empty() && lacks_sizes) why = "not all sizes are known";
  assume(result, row.assumption, why);
}

// Returns the cause by which an earlier conclusion made the answer void, or null. The finding that it names
// may have been replayed since.
Approximation* voided_before(PropertyResult& answer, const RestsOn& row) {
  const std::string begin = std::string(row.because) + ", and ";
  if (answer.verdict != Verdict::Unknown || !answer.reason.starts_with(begin)) return nullptr;
  const auto found = std::ranges::find_if(answer.causes, [&](const Approximation& one) {
    return one.cause == row.cause && one.detail == answer.reason;
  });
  return found == answer.causes.end() ? nullptr : &*found;
}

// Accesses to arrays of unknown size were not checked, whatever was proved of the others.
void leave_open_sizes(ClassResult& result) {
  const auto entry = result.properties.find(Property::OutOfBounds);
  if (entry == result.properties.end() || entry->second.verdict != Verdict::Verified ||
      !sizes_unknown(result))
    return;
  PropertyResult& answer = entry->second;
  answer.verdict = Verdict::NotAsked;
  if (answer.reason.empty())
    answer.reason = std::ranges::find(answer.causes, Cause::SizeNotKnown, &Approximation::cause)->detail;
}

// Everything that a proof depends on must be verified or stated; otherwise there is no proof.
void lean(ClassResult& result) {
  for (const RestsOn& row : all_rests_on()) {
    const auto entry = result.properties.find(row.property);
    if (row.stage != Stage::Conclusion || entry == result.properties.end()) continue;
    PropertyResult& answer = entry->second;
    const Verdict on = verdict_of(result, row.on);
    if (!takes_away(result, row, on)) continue;
    const std::string why = std::string(row.because) + ", and " + std::string(name(row.on)) + " is " +
                            std::string(name(on)) + ": " + reason_of(result, row.on);
    if (answer.verdict == Verdict::Verified)
      make_void(answer, row.cause, why);
    else if (Approximation* before = voided_before(answer, row))
      answer.reason = before->detail = why;
  }
  for (const RestsOn& row : all_rests_on())
    if (row.stage == Stage::Conclusion && verdict_of(result, row.property) == Verdict::Verified)
      state_need(result, row, verdict_of(result, row.on));
}

std::string class_reason(const ClassResult& result, Verdict verdict) {
  std::string text;
  const auto add = [&](Property property, const PropertyResult& answer) {
    if (answer.reason.empty()) return;
    if (!text.empty()) text += "; ";
    text += name(property);
    if (answer.verdict != verdict) text += " (" + std::string(name(answer.verdict)) + ")";
    text += ": " + answer.reason;
  };
  for (const auto& [property, answer] : result.properties) {
    if (answer.verdict == verdict) add(property, answer);
  }
  for (const auto& [property, answer] : result.properties) {
    if (answer.verdict != verdict && answer.verdict != Verdict::Verified) add(property, answer);
  }
  return text;
}

}  // namespace

bool is_undecided(Verdict verdict) {
  return verdict == Verdict::PossibleDefect || verdict == Verdict::Unknown;
}

bool is_undecided(const ClassResult& result) {
  return std::ranges::any_of(result.properties,
                             [](const auto& entry) { return is_undecided(entry.second.verdict); });
}

void conclude(ClassResult& result, bool strict) {
  apply_findings(result, strict);
  if (result.properties.empty() && result.verdict == Verdict::Error && !result.reason.empty()) return;
  for (auto& [property, answer] : result.properties) explain(answer);
  leave_open_sizes(result);
  lean(result);

  Verdict verdict = Verdict::NotAsked;
  for (const auto& [property, answer] : result.properties) verdict = worse(verdict, answer.verdict);
  result.reason = class_reason(result, verdict);
  if (verdict == Verdict::NotAsked) {
    verdict = Verdict::Unknown;
    result.reason =
        result.reason.empty() ? "no property was asked" : "no property was asked: " + result.reason;
  }
  result.verdict = verdict;
}

void give_up(ClassResult& result, Verdict verdict, const Approximation& cause, bool strict) {
  for (std::size_t i = 0; i < all_properties().size(); ++i) {
    const auto property = static_cast<Property>(i);
    if (!is_asked_always(property) && !result.properties.contains(property)) continue;
    PropertyResult& answer = result.properties[property];
    if (answer.verdict != Verdict::NotAsked) continue;
    answer.verdict = verdict;
    answer.reason = cause.detail;
    answer.causes.push_back(cause);
  }
  conclude(result, strict);
}

}  // namespace launchproof::verdict

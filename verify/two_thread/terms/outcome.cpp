#include "verify/two_thread/terms/outcome.h"

#include <algorithm>

#include "verify/symbolic/findings/locations.h"

namespace launchproof::two_thread {

using verdict::Property;
using verdict::PropertyResult;
using verdict::Verdict;

void Outcome::fail(Property property, Verdict verdict, verdict::Cause cause, const std::string& detail,
                   model::LocationId where) {
  PropertyResult& into = d_result.properties[property];
  const verdict::SourceLocation at = symbolic::location(d_kernel, where, "where");
  into.verdict = verdict::worse(into.verdict, verdict);
  if (into.reason.empty())
    into.reason = detail + (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
  into.causes.push_back({cause, detail, at});
}

void Outcome::add(verdict::Finding finding) {
  const bool is_known = std::ranges::any_of(
      d_result.findings, [&](const verdict::Finding& one) { return one.id == finding.id; });
  PropertyResult& into = d_result.properties[finding.property];
  into.verdict = verdict::worse(into.verdict, Verdict::PossibleDefect);
  if (into.reason.empty()) into.reason = finding.message;
  if (!is_known) d_result.findings.push_back(std::move(finding));
}

void Outcome::take(Property property, verdict::ClassResult other) {
  d_result.questions += other.questions;
  d_result.settled += other.settled;
  for (verdict::Finding& finding : other.findings) add(std::move(finding));
  PropertyResult& into = d_result.properties[property];
  PropertyResult& from = other.properties[property];
  into.verdict = verdict::worse(into.verdict, from.verdict);
  if (into.reason.empty()) into.reason = std::move(from.reason);
  into.causes.insert(into.causes.end(), from.causes.begin(), from.causes.end());
}

bool Outcome::is(Property property, Verdict verdict) const {
  const auto entry = d_result.properties.find(property);
  return entry != d_result.properties.end() && entry->second.verdict == verdict;
}

bool Outcome::excludes_races() const {
  if (!d_result.properties.contains(Property::DataRace)) return true;
  const bool in_bounds =
      !is(Property::OutOfBounds, Verdict::Defect) && !is(Property::OutOfBounds, Verdict::PossibleDefect);
  return is(Property::DataRace, Verdict::Verified) && is(Property::BarrierDivergence, Verdict::Verified) &&
         in_bounds;
}

}  // namespace launchproof::two_thread

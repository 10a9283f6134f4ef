#include "verify/worker/classes/chosen_sizes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace launchproof::worker {

using verdict::Property;
using verdict::PropertyResult;
using verdict::Verdict;

namespace {

constexpr std::size_t kMostSizes = 8;

std::vector<std::uint64_t> divisors(std::uint64_t number) {
  std::vector<std::uint64_t> low, high;
  for (std::uint64_t one = 1; one <= number / one && low.size() <= kMostSizes; ++one) {
    if (number % one != 0) continue;
    low.push_back(one);
    if (one != number / one) high.push_back(number / one);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

std::string in_words(const JudgedSize& judged, std::uint32_t work_dim) {
  const auto& local = judged.sizes.local;
  return fmt::format("({})", fmt::join(local.begin(), local.begin() + std::min(work_dim, 3U), ", "));
}

const PropertyResult* found(const JudgedSize& judged, Property property) {
  const auto entry = judged.outcome.result.properties.find(property);
  return entry == judged.outcome.result.properties.end() ? nullptr : &entry->second;
}

bool is_defect(const JudgedSize& judged, Property property) {
  const PropertyResult* const result = found(judged, property);
  return result != nullptr && result->verdict == Verdict::Defect;
}

// A property that one size leaves unchecked is not verified by another size.
Verdict worse_of(Verdict a, Verdict b) {
  const bool unasked = a == Verdict::NotAsked || b == Verdict::NotAsked;
  const Verdict result = verdict::worse(a, b);
  return unasked && result == Verdict::Verified ? Verdict::NotAsked : result;
}

PropertyResult joined(const verdict::ClassResult& of_all, const std::vector<JudgedSize>& judged,
                      std::uint32_t work_dim, Property property) {
  const auto whole = of_all.properties.find(property);
  if (whole != of_all.properties.end() && whole->second.verdict == Verdict::Verified) return whole->second;
  const JudgedSize* worst = nullptr;
  for (const JudgedSize& one : judged) {
    const PropertyResult* const result = found(one, property);
    if (result == nullptr) continue;
    const Verdict known = worst == nullptr ? result->verdict : found(*worst, property)->verdict;
    if (worst == nullptr || worse_of(result->verdict, known) != known) worst = &one;
  }
  PropertyResult result = *found(*worst, property);
  if (result.verdict == Verdict::Verified || result.verdict == Verdict::NotAsked) return result;
  const std::string which = "with local size " + in_words(*worst, work_dim) + ", one of " +
                            std::to_string(judged.size()) + " that the runtime may have chosen";
  const auto defects =
      std::ranges::count_if(judged, [&](const JudgedSize& one) { return is_defect(one, property); });
  if (result.verdict == Verdict::Defect && static_cast<std::size_t>(defects) < judged.size()) {
    result.verdict = Verdict::PossibleDefect;
    result.causes.push_back({verdict::Cause::SizesLeftOpen, which, {}});
  }
  if (judged.size() > 1) result.reason += " (" + which + ")";
  return result;
}

}  // namespace

std::vector<model::LaunchSizes> possible_local_sizes(const model::LaunchFacts& facts) {
  std::vector<model::LaunchSizes> result{{}};
  for (unsigned d = 0; d < 3; ++d) {
    std::vector<model::LaunchSizes> wider;
    const bool open = facts.open.local[d] != model::OpenSizes().local[d];
    for (const std::uint64_t local : open ? divisors(facts.global_size[d]) : std::vector{facts.local_size[d]})
      for (model::LaunchSizes sizes : result) {
        sizes.local[d] = local;
        sizes.groups[d] = facts.global_size[d] / local;
        wider.push_back(sizes);
      }
    if (wider.size() > kMostSizes) return {};
    result = std::move(wider);
  }
  return result;
}

Outcome join_sizes(const verdict::ClassResult& of_all, const std::vector<JudgedSize>& judged,
                   std::uint32_t work_dim) {
  std::set<Property> properties;
  const JudgedSize* shown = &judged.front();
  for (const JudgedSize& one : judged) {
    for (const auto& [property, result] : one.outcome.result.properties) properties.insert(property);
    const Verdict worst = shown->outcome.result.verdict;
    if (one.outcome.result.verdict != worst && verdict::worse(one.outcome.result.verdict, worst) != worst)
      shown = &one;
  }
  Outcome outcome = shown->outcome;
  verdict::ClassResult& result = outcome.result;
  result.properties.clear();
  for (const Property property : properties)
    result.properties[property] = joined(of_all, judged, work_dim, property);
  bool everywhere = true;  // everything found with the size shown is found with every size
  for (verdict::Finding& finding : result.findings) {
    const bool by_all =
        std::ranges::all_of(judged, [&](const JudgedSize& one) { return is_defect(one, finding.property); });
    if (finding.benign || by_all) continue;
    everywhere = false;
    finding.approximations.push_back(
        {verdict::Cause::SizesLeftOpen,
         "the runtime may have chosen another local size than " + in_words(*shown, work_dim),
         {}});
    finding.confirmation = verdict::Confirmation::Unconfirmed;
    finding.replay = "not replayed: the local size that the runtime chose is not known";
  }
  outcome.interim = outcome.interim && everywhere && !result.findings.empty();
  outcome.second_engine = outcome.second_engine && outcome.interim;
  outcome.sizes.reset();
  if (!result.findings.empty()) outcome.sizes = shown->sizes;
  for (const JudgedSize& one : judged) {
    if (&one == shown) continue;
    const verdict::ClassResult& other = one.outcome.result;
    for (const std::string& assumption : other.assumptions)
      if (std::ranges::find(result.assumptions, assumption) == result.assumptions.end())
        result.assumptions.push_back(assumption);
    // A site is unreachable only if it is unreachable with every size.
    std::erase_if(result.unreachable, [&](const verdict::SourceLocation& site) {
      return std::ranges::find(other.unreachable, site) == other.unreachable.end();
    });
    result.questions += other.questions;
    result.settled += other.settled;
  }
  result.notes.push_back(
      judged.size() == 1
          ? "local size was left to the runtime; there is one that it may have chosen"
          : fmt::format(
                "local size was left to the runtime; each of the {} that it may have chosen was judged",
                judged.size()));
  result.grid.reset();
  result.pattern.reset();
  result.facts.clear();
  return outcome;
}

}  // namespace launchproof::worker

#include "reports/words/needs.h"

#include <algorithm>
#include <string_view>

#include "reports/words/words.h"
#include "verify/verdict/schema.h"

namespace launchproof::reports {
namespace {

// Returns whether the approximation is the one that this value is taken for.
bool states(const verdict::Approximation& approximation, const verdict::NamedValue& need) {
  const std::string_view detail = approximation.detail;
  const auto end = detail.rfind(verdict::kNeeds);
  if (end == std::string_view::npos || detail.substr(end + verdict::kNeeds.size()) != need.value)
    return false;
  const std::string_view name = detail.substr(0, end);
  return need.name == name || need.name.starts_with(std::string(name) + ", at byte ");
}

}  // namespace

std::vector<std::string> needs_of(const verdict::Finding& finding) {
  std::vector<std::string> texts;
  if (!finding.witness) return texts;
  for (const verdict::NamedValue& need : finding.witness->needs) {
    std::string text = need.name + " = " + need.value;
    for (const verdict::Approximation& one : finding.approximations)
      if (states(one, need) && one.location.line != 0) {
        text += " (" + place(one.location) + ")";
        break;
      }
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

std::vector<verdict::Approximation> other_approximations(const verdict::Finding& finding) {
  std::vector<verdict::Approximation> others;
  for (const verdict::Approximation& one : finding.approximations) {
    const bool is_need =
        finding.witness &&
        std::ranges::any_of(finding.witness->needs, [&](const auto& need) { return states(one, need); });
    if (!is_need) others.push_back(one);
  }
  return others;
}

}  // namespace launchproof::reports

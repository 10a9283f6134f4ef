#include "reports/words/root_causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "reports/words/excerpt.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Confirmation;
using verdict::Finding;
using verdict::SourceLocation;

constexpr char kEnd = '\x01';

// Returns the names of the accessed arrays, each once and sorted. Requires a witness.
std::vector<std::string> arrays_of(const Finding& finding) {
  std::vector<std::string> arrays;
  for (const verdict::WorkItem& item : finding.witness->work_items) arrays.push_back(item.array);
  std::ranges::sort(arrays);
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

std::string key_of(const ClassResult& result, const Finding& finding) {
  std::string key = std::string(name(finding.property)) + kEnd + (counts(result, finding) ? "" : "benign") +
                    kEnd + std::to_string(finding.launch) + kEnd;
  if (!finding.witness) return key + finding.id;
  const std::vector<std::string> arrays = arrays_of(finding);
  for (const std::string& array : arrays) key += array + kEnd;
  key += finding.witness->interval + kEnd;
  // Findings that are not accesses are distinguished by their place and their barrier.
  const bool has_array = std::ranges::any_of(arrays, [](const std::string& array) { return !array.empty(); });
  if (!has_array && !finding.locations.empty()) key += place(finding.locations.front());
  return key;
}

// Returns a weight that is lower for findings that are more certain.
int weight(const Finding& finding) {
  switch (finding.confirmation) {
    case Confirmation::Refuted:
      return 0;
    case Confirmation::Replayed:
      return 1;
    case Confirmation::Exact:
      return 2;
    case Confirmation::Unconfirmed:
      return 3;
  }
  return 4;
}

bool is_call(const SourceLocation& location) {
  return location.role.ends_with("inlined at");
}

// Returns whether each line of `one` that is not that of a call is a line of `other`.
bool has_lines_of(const Finding& other, const Finding& one) {
  const auto is_shown = [&](const SourceLocation& location) {
    return is_call(location) || std::ranges::any_of(other.locations, [&](const SourceLocation& place) {
             return place.file == location.file && place.line == location.line;
           });
  };
  return !one.locations.empty() && std::ranges::all_of(one.locations, is_shown);
}

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const char* const between = i + 1 == items.size() ? " and " : ", ";
    text += (i == 0 ? "" : between) + items[i];
  }
  return text;
}

// Returns "lines 3 and 6"; names the files if a place is not in the class's source: "idx.h:3 and two.cl:6".
std::string places_text(const ClassResult& result, const Finding& finding) {
  std::vector<SourceLocation> places;
  for (const SourceLocation& location : finding.locations)
    if (location.line != 0 && !is_call(location))
      places.push_back({.file = location.file, .line = location.line, .role = ""});
  const auto key = [](const SourceLocation& place) { return std::tuple(place.file, place.line); };
  std::ranges::sort(places, {}, key);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (places.empty()) return {};
  const bool is_one_file = std::ranges::all_of(places, [&](const SourceLocation& place) {
    return place.file == places.front().file && included_file(result, place) == nullptr;
  });
  std::vector<std::string> items;
  items.reserve(places.size());
  for (const SourceLocation& one : places)
    items.push_back(is_one_file ? std::to_string(one.line) : place(one));
  if (!is_one_file) return listed(items);
  return (items.size() == 1 ? "line " : "lines ") + listed(items);
}

// `is_sure`: the finding that the pair is listed with is certain.
std::string pair_text(const ClassResult& result, const Finding& finding, bool is_sure) {
  const std::string text = places_text(result, finding);
  if (text.empty()) return finding.message;
  std::vector<std::string> words;
  if (!finding.kind.empty()) words.push_back(finding.kind);
  if (!counts(result, finding))
    words.emplace_back("benign");
  else if (is_sure && finding.confirmation == Confirmation::Unconfirmed)
    words.emplace_back("possible");
  return words.empty() ? text : fmt::format("{} ({})", text, fmt::join(words, ", "));
}

}  // namespace

std::size_t shown_with(const ClassResult& result, std::size_t finding) {
  const Finding& benign = result.findings[finding];
  std::size_t best = finding;
  if (!benign.benign || counts(result, benign) || !benign.witness) return best;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const Finding& other = result.findings[i];
    if (other.property != benign.property || other.launch != benign.launch || !counts(result, other) ||
        !other.witness || arrays_of(other) != arrays_of(benign) || !has_lines_of(other, benign))
      continue;
    if (best == finding || weight(other) < weight(result.findings[best])) best = i;
  }
  return best;
}

std::vector<RootCause> root_causes(const ClassResult& result, const Apart& apart) {
  std::vector<RootCause> causes;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const std::size_t with = shown_with(result, i);
    std::string key = key_of(result, result.findings[with]);
    if (apart) key += kEnd + apart(with);
    const auto [entry, is_new] = places.try_emplace(key, causes.size());
    if (is_new) causes.emplace_back();
    causes[entry->second].push_back(i);
  }
  for (RootCause& cause : causes)
    std::ranges::sort(cause, {}, [&](std::size_t i) {
      const Finding& finding = result.findings[i];
      return std::tuple(!counts(result, finding), weight(finding), i);
    });
  // Those that count come first, and among them those that are confirmed; else the order stays.
  std::vector<std::tuple<bool, bool, std::size_t>> order;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const Finding& finding = result.findings[causes[i].front()];
    order.emplace_back(!counts(result, finding), finding.confirmation == Confirmation::Unconfirmed, i);
  }
  std::ranges::sort(order);
  std::vector<RootCause> sorted;
  sorted.reserve(causes.size());
  for (const auto& [uncounted, unconfirmed, i] : order) sorted.push_back(std::move(causes[i]));
  return sorted;
}

std::vector<std::size_t> distinct_pairs(const ClassResult& result, const RootCause& cause) {
  const Finding& first = result.findings[cause.front()];
  const bool is_sure = first.confirmation != Confirmation::Unconfirmed;
  std::vector<std::size_t> pairs{cause.front()};
  std::set<std::string> seen{pair_text(result, first, is_sure)};
  for (std::size_t i = 1; i < cause.size(); ++i)
    if (seen.insert(pair_text(result, result.findings[cause[i]], is_sure)).second) pairs.push_back(cause[i]);
  return pairs;
}

std::vector<std::string> other_pairs(const ClassResult& result, const RootCause& cause) {
  const bool is_sure = result.findings[cause.front()].confirmation != Confirmation::Unconfirmed;
  std::vector<std::string> pairs;
  for (const std::size_t number : distinct_pairs(result, cause))
    if (number != cause.front()) pairs.push_back(pair_text(result, result.findings[number], is_sure));
  return pairs;
}

}  // namespace launchproof::reports

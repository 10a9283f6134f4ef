#include "reports/words/root_causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

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

// Returns the lines of a finding without those of calls.
std::vector<std::uint32_t> lines_of(const Finding& finding) {
  std::vector<std::uint32_t> lines;
  for (const SourceLocation& location : finding.locations)
    if (location.line != 0 && !is_call(location)) lines.push_back(location.line);
  return lines;
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

std::string pair_text(const ClassResult& result, const Finding& finding) {
  std::vector<std::uint32_t> lines = lines_of(finding);
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  if (lines.empty()) return finding.message;
  std::string text = fmt::format("line{} {}", lines.size() == 1 ? "" : "s", lines.front());
  for (std::size_t i = 1; i < lines.size(); ++i)
    text += fmt::format("{} {}", i + 1 == lines.size() ? " and" : ",", lines[i]);
  if (finding.kind.empty()) return text;
  return fmt::format("{} ({}{})", text, finding.kind, counts(result, finding) ? "" : ", benign");
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
    std::string key = key_of(result, result.findings[shown_with(result, i)]);
    if (apart) key += kEnd + apart(i);
    const auto [entry, is_new] = places.try_emplace(key, causes.size());
    if (is_new) causes.emplace_back();
    causes[entry->second].push_back(i);
  }
  for (RootCause& cause : causes)
    std::ranges::sort(cause, {}, [&](std::size_t i) {
      const Finding& finding = result.findings[i];
      return std::tuple(!counts(result, finding), weight(finding), i);
    });
  return causes;
}

std::vector<std::string> other_pairs(const ClassResult& result, const RootCause& cause) {
  std::vector<std::string> pairs;
  const std::string first = pair_text(result, result.findings[cause.front()]);
  for (std::size_t i = 1; i < cause.size(); ++i) {
    const std::string pair = pair_text(result, result.findings[cause[i]]);
    if (pair != first && std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace launchproof::reports

#include "tests/oracle/findings.h"

#include <algorithm>

namespace launchproof::oracle {

std::vector<std::uint32_t> Finding::lines() const {
  std::vector<std::uint32_t> lines;
  const auto append = [&](std::uint32_t line) {
    if (line != 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  for (const PlaceStack& stack : places) {
    if (!stack.empty()) append(stack.front().line);
  }
  for (const PlaceStack& stack : places) {
    for (const Place& place : stack) append(place.line);
  }
  return lines;
}

void Findings::add(const std::string& key, const Finding& finding) {
  const auto [entry, is_new] = d_findings.try_emplace(key, finding);
  if (is_new) return;
  const std::uint64_t count = entry->second.count + 1;
  if (entry->second.benign && !finding.benign) entry->second = finding;
  entry->second.count = count;
}

bool Findings::count_again(const std::string& key, bool benign) {
  const auto entry = d_findings.find(key);
  if (entry == d_findings.end() || (entry->second.benign && !benign)) return false;
  ++entry->second.count;
  return true;
}

}  // namespace launchproof::oracle

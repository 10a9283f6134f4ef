#include "verify/verdict/fold.h"

#include <algorithm>
#include <map>
#include <string>

namespace launchproof::verdict {
namespace {

// Builds a text that is equal for results that belong together. Each piece ends in a byte that is in no name.
class Signature {
 public:
  void add(std::string_view piece) {
    d_text += piece;
    d_text += '\x01';
  }
  void add(std::uint64_t number) { add(std::to_string(number)); }
  void add(const SourceLocation& place) {
    add(place.file);
    add(place.line);
    add(place.column);
    add(place.role);
  }
  // Causes in any order, each once.
  void add(const std::vector<Approximation>& causes) {
    std::vector<Cause> kinds;
    kinds.reserve(causes.size());
    for (const Approximation& cause : causes) kinds.push_back(cause.cause);
    std::ranges::sort(kinds);
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    for (const Cause kind : kinds) add(static_cast<std::uint64_t>(kind));
    add("causes");
  }
  std::string take() { return std::move(d_text); }

 private:
  std::string d_text;
};

std::string of(const Finding& finding) {
  Signature signature;
  signature.add(static_cast<std::uint64_t>(finding.property));
  signature.add(finding.kind);
  signature.add(static_cast<std::uint64_t>(finding.confirmation));
  signature.add(static_cast<std::uint64_t>(finding.benign));
  signature.add(static_cast<std::uint64_t>(finding.replay.empty()));
  for (const SourceLocation& place : finding.locations) signature.add(place);
  signature.add(finding.approximations);
  return signature.take();
}

std::string of(const ClassResult& result) {
  Signature signature;
  signature.add(result.source);
  signature.add(result.kernel);
  signature.add(static_cast<std::uint64_t>(result.verdict));
  if (result.properties.empty()) signature.add(result.reason);
  for (const auto& [property, answer] : result.properties) {
    signature.add(static_cast<std::uint64_t>(property));
    signature.add(static_cast<std::uint64_t>(answer.verdict));
    signature.add(answer.causes);
  }
  std::vector<std::string> findings;
  findings.reserve(result.findings.size());
  for (const Finding& finding : result.findings) findings.push_back(of(finding));
  std::ranges::sort(findings);
  for (const std::string& finding : findings) signature.add(finding);
  return signature.take();
}

}  // namespace

std::vector<std::vector<std::size_t>> folded(const Results& results) {
  std::vector<std::vector<std::size_t>> parts;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const ClassResult& result = results.results[i];
    std::size_t place = parts.size();
    if (result.verdict != Verdict::Verified) place = places.try_emplace(of(result), place).first->second;
    if (place == parts.size()) parts.emplace_back();
    parts[place].push_back(i);
  }
  return parts;
}

}  // namespace launchproof::verdict

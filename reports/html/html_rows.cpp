#include "reports/html/html_rows.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "reports/html/html_parts.h"
#include "reports/words/words.h"
#include "verify/verdict/fold.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Results;
using verdict::Verdict;

// The number of findings and answers that count against a row, and how many of these are accepted.
struct Counted {
  std::size_t all = 0, accepted = 0;
};

Counted counted(const Results& results, const std::vector<std::size_t>& numbers,
                const Acceptance& acceptance) {
  Counted so_far;
  const auto add = [&](const std::string& why) {
    ++so_far.all;
    if (!why.empty()) ++so_far.accepted;
  };
  for (const std::size_t number : numbers) {
    const ClassResult& result = results.results[number];
    for (std::size_t i = 0; i < result.findings.size(); ++i)
      if (counts(result, result.findings[i])) add(why_accepted(acceptance, FindingNumber{number, i}));
    for (const auto& [property, answer] : result.properties)
      if (verdict::is_open(answer.verdict)) add(why_accepted(acceptance, AnswerNumber{number, property}));
    if (result.properties.empty()) add({});
  }
  return so_far;
}

using PropertyVerdicts = std::vector<std::pair<verdict::Property, Verdict>>;
// A kernel, the properties that were checked, and the benign findings, each by kind and lines.
using ProvedKernel =
    std::tuple<std::string, std::string, std::string, PropertyVerdicts, std::vector<std::string>>;

ProvedKernel proved(const ClassResult& result) {
  PropertyVerdicts answers;
  for (const auto& [property, answer] : result.properties) answers.emplace_back(property, answer.verdict);
  std::vector<std::string> benign;
  for (const verdict::Finding& finding : result.findings) {
    std::string& words = benign.emplace_back(std::string(name(finding.property)) + " " + finding.kind);
    for (const verdict::SourceLocation& location : finding.locations) words += " " + place(location);
  }
  return {result.source, result.source_text, result.kernel, std::move(answers), std::move(benign)};
}

}  // namespace

std::vector<PageRow> page_rows(const Results& results, const Acceptance& acceptance) {
  std::vector<PageRow> rows;
  std::map<ProvedKernel, std::size_t> verified;
  for (std::vector<std::size_t>& part : verdict::folded(results)) {
    const ClassResult& first = results.results[part.front()];
    if (first.verdict == Verdict::Verified) {
      const auto [place, is_first] = verified.try_emplace(proved(first), rows.size());
      if (!is_first) {
        std::vector<std::size_t>& numbers = rows[place->second].numbers;
        numbers.insert(numbers.end(), part.begin(), part.end());
        continue;
      }
    }
    rows.push_back({std::move(part), {}, false});
  }
  for (PageRow& row : rows) {
    const Counted found = counted(results, row.numbers, acceptance);
    if (found.accepted > 0) row.accepted = found.accepted == found.all ? "let pass" : "partly let pass";
    row.is_new = found.accepted < found.all;
  }
  std::ranges::sort(rows, {}, [&](const PageRow& row) {
    return std::tuple(severity(results.results[row.numbers.front()].verdict), !row.is_new,
                      row.numbers.front());
  });
  return rows;
}

}  // namespace launchproof::reports

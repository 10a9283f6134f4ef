#include "reports/words/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

constexpr std::string_view kNotMinimised = " (not minimised)";  // suffix with which engines mark a fact

void add(std::vector<SharedLine>& lines, std::map<std::string, std::size_t>& seen, const std::string& text,
         std::uint64_t classes) {
  const auto [entry, fresh] = seen.try_emplace(text, lines.size());
  if (fresh) lines.push_back({.text = text, .classes = 0});
  lines[entry->second].classes += classes;
}

}  // namespace

Together together(const verdict::Results& results, const std::vector<std::size_t>& numbers) {
  Together all;
  for (const std::size_t number : numbers) {
    const verdict::ClassResult& result = results.results[number];
    all.classes += result.classes;
    all.launches += result.launches;
    all.seconds += result.seconds;
  }
  return all;
}

bool is_pair(const verdict::ClassResult& result) {
  return result.properties.size() == 1 && result.properties.contains(verdict::Property::LaunchRace);
}

std::string classes_text(const Summary& summary) {
  std::string text = count_of(summary.classes - summary.pairs, "launch class", "launch classes");
  if (summary.pairs != 0)
    text += fmt::format(" and {} that may run at once", count_of(summary.pairs, "pair", "pairs"));
  return text;
}

Summary summarise(const verdict::Results& results) {
  Summary summary;
  std::set<std::pair<std::string, std::string>> kernels;
  for (const verdict::ClassResult& result : results.results) {
    summary.classes += result.classes;
    ++summary.proofs;
    if (result.cached) summary.cached += result.classes;
    summary.launches += result.launches;
    summary.seconds += result.seconds;
    summary.by_verdict[result.verdict] += result.classes;
    if (is_pair(result))
      ++summary.pairs;
    else
      kernels.emplace(result.source, result.kernel);
  }
  summary.kernels = kernels.size();
  return summary;
}

namespace {

std::vector<SharedLine> shared(const verdict::Results& results,
                               const std::vector<std::string> verdict::ClassResult::* member) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results) {
    std::set<std::string> own;
    for (const std::string& text : result.*member) {
      if (own.insert(text).second) add(lines, seen, text, result.classes);
    }
  }
  return lines;
}

}  // namespace

std::vector<SharedLine> assumptions_of(const verdict::Results& results) {
  return shared(results, &verdict::ClassResult::assumptions);
}

std::vector<SharedLine> notes_of(const verdict::Results& results) {
  return shared(results, &verdict::ClassResult::notes);
}

std::vector<SharedLine> engines_of(const verdict::Results& results) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results) {
    std::map<std::string, std::string> by_engine;
    for (const auto& [property, answer] : result.properties) {
      const bool is_settled =
          answer.verdict == verdict::Verdict::Verified || answer.verdict == verdict::Verdict::Defect;
      if (answer.engine.empty() || !is_settled) continue;
      std::string& text = by_engine[answer.engine];
      text += (text.empty() ? ": " : ", ") + std::string(name(property));
    }
    for (const auto& [engine, properties] : by_engine) add(lines, seen, engine + properties, result.classes);
  }
  return lines;
}

bool has_star(const verdict::ClassResult& result) {
  return std::ranges::any_of(result.facts,
                             [](const std::string& fact) { return fact.ends_with(kNotMinimised); });
}

bool has_star(const verdict::Results& results) {
  return std::ranges::any_of(results.results,
                             [](const verdict::ClassResult& result) { return has_star(result); });
}

std::string fact_text(const std::string& fact) {
  if (!fact.ends_with(kNotMinimised)) return fact;
  return fact.substr(0, fact.size() - kNotMinimised.size()) + "*";
}

std::vector<SharedLine> given_of(const verdict::Results& results) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results) {
    std::string text;
    for (const std::string& fact : result.facts) text += (text.empty() ? "" : ", ") + fact_text(fact);
    if (!text.empty()) add(lines, seen, "`" + result.kernel + "`: " + text, result.classes);
  }
  return lines;
}

std::string precondition_text(const verdict::Precondition& derived) {
  if (!derived.proved) return "none derived: " + derived.reason;
  std::string text;
  for (const verdict::Condition& one : derived.conditions)
    text += (text.empty() ? "" : " and ") + one.text + (one.pinned ? " (pinned)" : "");
  if (text.empty()) text = "nothing";
  const auto listed = [](const std::vector<std::string>& items) {
    std::string all;
    for (const std::string& item : items) all += (all.empty() ? "" : ", ") + item;
    return all;
  };
  if (!derived.any.empty()) text += ", for any " + listed(derived.any);
  text += "; proved by " + derived.engine + " for " + listed(derived.fixed);
  if (!derived.assumptions.empty()) text += "; assumed: " + listed(derived.assumptions);
  if (!derived.reason.empty()) text += "; " + derived.reason;
  return text;
}

bool is_comparison(const verdict::ClassResult& result) {
  return result.engine == "equivalence";
}

namespace {

std::vector<SharedLine> preconditions(const verdict::Results& results, bool of_comparisons) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results)
    if (result.precondition && is_comparison(result) == of_comparisons)
      add(lines, seen, "`" + result.kernel + "`: " + precondition_text(*result.precondition), result.classes);
  return lines;
}

}  // namespace

std::vector<SharedLine> preconditions_of(const verdict::Results& results) {
  return preconditions(results, false);
}

std::vector<SharedLine> equal_where(const verdict::Results& results) {
  return preconditions(results, true);
}

std::string contents_text(const verdict::ClassResult& result) {
  std::string text;
  for (const verdict::ContentsPrecondition& one : result.contents_preconditions) {
    text += (text.empty() ? "" : "; ") + one.text;
    if (one.kept_by > 1) text += fmt::format(", as in {} recorded launches", one.kept_by);
    if (!one.broken_by.empty()) text += fmt::format("; broken by {}", fmt::join(one.broken_by, ", "));
  }
  return text;
}

std::vector<SharedLine> contents_of(const verdict::Results& results) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results)
    if (!result.contents_preconditions.empty())
      add(lines, seen, "`" + result.kernel + "`: " + contents_text(result), result.classes);
  return lines;
}

std::vector<SharedLine> not_asked_of(const verdict::Results& results) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results) {
    for (const auto& [property, answer] : result.properties) {
      if (answer.verdict != verdict::Verdict::NotAsked) continue;
      add(lines, seen, std::string(name(property)) + ": " + answer.reason, result.classes);
    }
  }
  return lines;
}

std::vector<SharedLine> unreachable_of(const verdict::Results& results) {
  std::vector<SharedLine> lines;
  std::map<std::string, std::size_t> seen;
  for (const verdict::ClassResult& result : results.results) {
    std::set<std::string> own;  // a place that was inlined several times is listed once
    for (const verdict::SourceLocation& location : result.unreachable) {
      std::string text = place(location);
      if (!location.role.empty()) text += " " + location.role;
      text += " in kernel `" + result.kernel + "`";
      if (own.insert(text).second) add(lines, seen, text, result.classes);
    }
  }
  return lines;
}

}  // namespace launchproof::reports

#include "reports/terminal/comparison_text.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "reports/acceptance/acceptance.h"
#include "reports/words/paint.h"
#include "reports/words/source_paths.h"
#include "reports/words/words.h"
#include "verify/verdict/fingerprint.h"

namespace launchproof::reports {
namespace {

using Json = nlohmann::ordered_json;
using verdict::ClassResult;
using verdict::Finding;
using verdict::Results;

// A finding and the number of results that have it.
struct Line {
  const ClassResult* result = nullptr;
  const Finding* finding = nullptr;
  std::string fingerprint;
  std::size_t results = 0;
};

// Each fingerprint once, in the order of the results.
class Lines {
 public:
  explicit Lines(const Results& results)
      : d_results(results), d_fingerprints(verdict::fingerprints(results)) {}

  void add(FindingNumber number) {
    const ClassResult& result = d_results.results[number.first];
    const std::string& fingerprint = d_fingerprints[number.first][number.second];
    const auto [place, fresh] = d_places.try_emplace(fingerprint, lines.size());
    if (fresh) lines.push_back({&result, &result.findings[number.second], fingerprint, 0});
    ++lines[place->second].results;
  }

  std::vector<Line> lines;

 private:
  const Results& d_results;
  std::vector<std::vector<std::string>> d_fingerprints;
  std::map<std::string, std::size_t> d_places;
};

std::vector<Line> changed(const Comparison& comparison, const Results& results, Change change) {
  Lines lines(results);
  for (const auto& [number, what] : comparison.findings) {
    if (what == change) lines.add(number);
  }
  return std::move(lines.lines);
}

std::vector<Line> gone(const std::vector<FindingNumber>& numbers, const Results& results) {
  Lines lines(results);
  for (const FindingNumber& number : numbers) lines.add(number);
  return std::move(lines.lines);
}

std::string place_of(const Line& line) {
  return line.finding->locations.empty() ? line.result->source : place(line.finding->locations.front());
}

std::string text_of(const Line& line) {
  std::string text = fmt::format("{}: {}: {} [{}] in kernel `{}`, {}", place_of(line),
                                 standing(*line.finding, true), line.finding->message,
                                 name(line.finding->property), line.result->kernel, line.result->launch);
  if (line.results > 1)
    text += fmt::format(", and {}", count_of(line.results - 1, "more launch", "more launches"));
  return one_line(text) + "  (" + line.fingerprint + ")";
}

std::string list(const char* heading, Style style, const std::vector<Line>& lines, const Paint& paint) {
  if (lines.empty()) return {};
  std::string text = paint(style, heading) + "\n";
  for (const Line& line : lines) text += "  " + text_of(line) + "\n";
  return text + "\n";
}

// A property that is not asked at all has none.
verdict::PropertyResult answer_of(const ClassResult& result, verdict::Property property) {
  const auto entry = result.properties.find(property);
  if (entry != result.properties.end()) return entry->second;
  return {.verdict = verdict::Verdict::NotAsked, .reason = "not asked", .causes = {}, .engine = {}};
}

std::string list(const char* heading, Style style, const std::set<AnswerNumber>& answers,
                 const Results& results, const Paint& paint) {
  if (answers.empty()) return {};
  std::string text = paint(style, heading) + "\n";
  for (const auto& [number, property] : answers) {
    const ClassResult& result = results.results[number];
    const verdict::PropertyResult answer = answer_of(result, property);
    text += "  " +
            one_line(fmt::format("{}: {}: {} [{}] in kernel `{}`, {}", result.source, name(answer.verdict),
                                 answer.reason, name(property), result.kernel, result.launch)) +
            "\n";
  }
  return text + "\n";
}

Json json_of(const char* change, const Line& line) {
  return {{"change", change},
          {"fingerprint", line.fingerprint},
          {"id", line.finding->id},
          {"kernel", line.result->kernel},
          {"property", name(line.finding->property)},
          {"kind", line.finding->kind},
          {"standing", standing(*line.finding, true)},
          {"place", place_of(line)},
          {"message", line.finding->message},
          {"launch", line.result->launch},
          {"results", line.results}};
}

void add_answers(Json& array, const char* change, const std::set<AnswerNumber>& answers,
                 const Results& results) {
  for (const auto& [number, property] : answers) {
    const ClassResult& result = results.results[number];
    const verdict::PropertyResult answer = answer_of(result, property);
    array.push_back({{"change", change},
                     {"kernel", result.kernel},
                     {"source", result.source},
                     {"launch", result.launch},
                     {"property", name(property)},
                     {"verdict", name(answer.verdict)},
                     {"reason", answer.reason}});
  }
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const Results& old_results,
                            const Results& new_results, bool colours) {
  if (has_source_paths(old_results) || has_source_paths(new_results))
    return comparison_text(comparison, with_source_paths(old_results), with_source_paths(new_results),
                           colours);
  const Paint paint(colours);
  std::string text;
  text += list("New:", Style::Bad, changed(comparison, new_results, Change::New), paint);
  text += list("Worse:", Style::Bad, changed(comparison, new_results, Change::Worse), paint);
  text += list("Newly undecided:", Style::Doubtful, comparison.newly_undecided, new_results, paint);
  text += list("No longer asked:", Style::Doubtful, comparison.no_longer_asked, new_results, paint);
  text += list("Fixed:", Style::Good, gone(comparison.fixed, old_results), paint);
  text += list("No longer judged (not launched, or not decided):", Style::Note,
               gone(comparison.not_judged, old_results), paint);
  text += list("Unchanged:", Style::Faint, changed(comparison, new_results, Change::Unchanged), paint);
  for (const std::string& problem : new_results.problems)
    text += paint(Style::Bad, "problem:") + " " + one_line(problem) + "\n";
  return text + acceptance_line(new_results, {.baseline = comparison, .suppressed = {}}) + "\n";
}

std::string comparison_json(const Comparison& comparison, const Results& old_results,
                            const Results& new_results) {
  if (has_source_paths(old_results) || has_source_paths(new_results))
    return comparison_json(comparison, with_source_paths(old_results), with_source_paths(new_results));
  Json findings = Json::array();
  const auto add = [&](const char* change, const std::vector<Line>& lines) {
    for (const Line& line : lines) findings.push_back(json_of(change, line));
  };
  add("new", changed(comparison, new_results, Change::New));
  add("worse", changed(comparison, new_results, Change::Worse));
  add("fixed", gone(comparison.fixed, old_results));
  add("not-judged", gone(comparison.not_judged, old_results));
  add("unchanged", changed(comparison, new_results, Change::Unchanged));
  Json answers = Json::array();
  add_answers(answers, "newly-undecided", comparison.newly_undecided, new_results);
  add_answers(answers, "no-longer-asked", comparison.no_longer_asked, new_results);
  add_answers(answers, "undecided", comparison.still_undecided, new_results);
  add_answers(answers, "lost", comparison.still_lost, new_results);
  const Json document{{"schema", "launchproof.diff/1"},
                      {"problems", new_results.problems},
                      {"findings", std::move(findings)},
                      {"answers", std::move(answers)}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace launchproof::reports

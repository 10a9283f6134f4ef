// The overview of the page: the headline, problems, accepted results, and what the verdicts depend on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "reports/html/html_parts.h"
#include "reports/terminal/terminal.h"
#include "reports/words/summary.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::Results;
using verdict::Verdict;

constexpr std::size_t kMostListed = 200;  // number of lines in a list; each class lists its own
constexpr std::size_t kShortList = 6;     // lists with up to this many lines are initially open

constexpr std::array kWorstFirst{Verdict::Error,       Verdict::Defect,  Verdict::PossibleDefect,
                                 Verdict::Unsupported, Verdict::Unknown, Verdict::ProbablyEqual,
                                 Verdict::Verified,    Verdict::NotAsked};

List tallies(const Summary& summary) {
  List list;
  for (const Verdict verdict : kWorstFirst) {
    const auto entry = summary.by_verdict.find(verdict);
    if (entry == summary.by_verdict.end()) continue;
    Data data;
    data["tally_verdict"] = text(name(verdict));
    data["tally_count"] = text(std::to_string(entry->second));
    data["tally_style"] = text(look_of(verdict).style);
    data["tally_icon"] = text(look_of(verdict).icon);
    list.push_back(data);
  }
  return list;
}

std::string verdicts_in_short(const Results& results, const Summary& summary, const Acceptance& acceptance) {
  const auto count = [&](Verdict verdict) {
    const auto entry = summary.by_verdict.find(verdict);
    return entry == summary.by_verdict.end() ? std::uint64_t{0} : entry->second;
  };
  if (summary.classes == 0) return "Nothing was verified";
  const std::uint64_t bad = count(Verdict::Defect) + count(Verdict::PossibleDefect);
  if (bad > 0) {
    return fmt::format("{} of {} with {}{}", bad, classes_text(summary),
                       count(Verdict::Defect) > 0 ? "defects" : "possible defects",
                       accepted_defects(results, acceptance));
  }
  if (count(Verdict::Verified) == summary.classes) {
    return fmt::format("{} verified", classes_text(summary));
  }
  return fmt::format("{} of {} not decided", summary.classes - count(Verdict::Verified),
                     classes_text(summary));
}

// A problem of the whole run is named in addition to the verdicts of classes.
std::string headline(const Results& results, const Summary& summary, const Acceptance& acceptance) {
  std::string words = verdicts_in_short(results, summary, acceptance);
  if (!results.problems.empty())
    words += "; " + count_of(results.problems.size(), "problem of the run", "problems of the run");
  return words;
}

Data listing(const char* heading, const std::vector<SharedLine>& lines, std::uint64_t classes) {
  List items;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostListed); ++i) {
    Data item;
    item["said"] = sentence(lines[i].text);
    item["said_of"] =
        text(classes > 1 ? fmt::format("{} of {} classes", lines[i].classes, classes) : std::string());
    items.push_back(item);
  }
  Data data;
  data["listing_heading"] = text(heading);
  data["listing_count"] = text(std::to_string(lines.size()));
  data["listing_open"] = Data(lines.size() <= kShortList);
  data["listing_lines"] = Data(items);
  data["has_left_out"] = Data(lines.size() > kMostListed);
  data["left_out"] =
      text(fmt::format("and {} more: each launch class lists its own", lines.size() - items.size()));
  return data;
}

List listings(const Results& results, std::uint64_t classes) {
  List list;
  const auto add = [&](const char* heading, const std::vector<SharedLine>& lines) {
    if (!lines.empty()) list.push_back(listing(heading, lines, classes));
  };
  add("Assumed", assumptions_of(results));
  add("Not asked", not_asked_of(results));
  add("Verified given", given_of(results));
  add("Reached by no work-item under the launch facts", unreachable_of(results));
  add("Decided by each engine", engines_of(results));
  add("Noted", notes_of(results));
  return list;
}

}  // namespace

std::size_t severity(Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::find(kWorstFirst, verdict) - kWorstFirst.begin());
}

List sentences(const std::vector<std::string>& lines, const char* key) {
  List list;
  for (const std::string& line : lines) {
    Data data;
    data[key] = sentence(line);
    list.push_back(data);
  }
  return list;
}

void add_overview(Data& page, const Results& results, const Acceptance& acceptance) {
  const Summary summary = summarise(results);
  std::string subline = summary_line(results, acceptance);
  if (!results.capture.empty()) subline += " · capture " + results.capture;
  const std::string accepted = acceptance_line(results, acceptance);
  page["title"] = text(headline(results, summary, acceptance) + " · Launchproof");
  page["headline"] = text(headline(results, summary, acceptance));
  page["subline"] = text(subline);
  page["has_baseline"] = Data(acceptance.baseline.has_value() && !acceptance.is_first_run);
  page["has_acceptance"] = Data(!accepted.empty());
  page["acceptance"] = text(accepted);
  page["problems"] = Data(sentences(results.problems, "problem"));
  page["remarks"] =
      Data(acceptance.suppressed ? sentences(remarks(*acceptance.suppressed), "remark") : List{});
  page["notes"] = Data(sentences(results.notes, "note"));
  page["tallies"] = Data(tallies(summary));
  const List lists = listings(results, summary.classes);
  page["has_listings"] = Data(!lists.empty());
  page["listings"] = Data(lists);
  List properties;
  for (const verdict::Entry& property : verdict::all_properties()) {
    Data data;
    data["known_property"] = text(property.name);
    properties.push_back(data);
  }
  page["known_properties"] = Data(properties);
}

}  // namespace launchproof::reports

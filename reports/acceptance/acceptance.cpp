#include "reports/acceptance/acceptance.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/words/words.h"

namespace launchproof::reports {

bool is_unasked(const verdict::PropertyResult& answer) {
  const bool may_leave =
      answer.verdict == verdict::Verdict::NotAsked || answer.verdict == verdict::Verdict::Verified;
  return may_leave && std::ranges::any_of(answer.causes, [](const verdict::Approximation& cause) {
           return cause.cause == verdict::Cause::SizeNotKnown;
         });
}

std::vector<AnswerNumber> unasked(const verdict::Results& results) {
  std::vector<AnswerNumber> all;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    for (const auto& [property, answer] : results.results[i].properties)
      if (is_unasked(answer)) all.emplace_back(i, property);
  }
  return all;
}

std::string unasked_line(const verdict::Results& results, const Acceptance& acceptance) {
  if (!acceptance.unasked_fails) return {};
  std::uint64_t classes = 0;
  for (const AnswerNumber& number : unasked(results)) classes += results.results[number.first].classes;
  if (classes == 0) return {};
  return fmt::format(
      "Bounds not checked for {}, because sizes are not known. This fails with --ci or "
      "--strict: give "
      "the sizes (--buffer, --local, --image), or accept it with --allow-not-asked.",
      count_of(classes, "launch class", "launch classes"));
}

verdict::Waivers waivers(const Acceptance& acceptance) {
  verdict::Waivers waived;
  if (acceptance.suppressed) {
    for (const auto& [number, entry] : acceptance.suppressed->findings) waived.findings.insert(number);
  }
  if (acceptance.baseline) {
    for (const auto& [number, change] : acceptance.baseline->findings) {
      if (change == Change::Unchanged) waived.findings.insert(number);
    }
    waived.undecided = acceptance.baseline->still_undecided;
  }
  return waived;
}

std::string why_accepted(const Acceptance& acceptance, FindingNumber number) {
  if (acceptance.suppressed) {
    const auto found = acceptance.suppressed->findings.find(number);
    if (found != acceptance.suppressed->findings.end()) {
      const Suppression& entry = acceptance.suppressed->entries[found->second];
      if (entry.comment_line != 0)
        return fmt::format("suppressed by {}:{}: {}", entry.file, entry.comment_line, entry.reason);
      return entry.expires == "never" ? "suppressed: " + entry.reason
                                      : fmt::format("suppressed until {}: {}", entry.expires, entry.reason);
    }
  }
  if (acceptance.baseline) {
    const auto found = acceptance.baseline->findings.find(number);
    if (found != acceptance.baseline->findings.end() && found->second == Change::Unchanged)
      return acceptance.is_first_run ? "accepted in the first run, as the baseline" : "in the baseline";
  }
  return {};
}

std::string why_accepted(const Acceptance& acceptance, AnswerNumber number) {
  const bool known = acceptance.baseline && acceptance.baseline->still_undecided.contains(number);
  if (!known) return {};
  return acceptance.is_first_run ? "undecided in the first run" : "undecided in the baseline as well";
}

bool is_shown_in_short(const Acceptance& acceptance, FindingNumber number) {
  if (!acceptance.is_first_run) return !why_accepted(acceptance, number).empty();
  return acceptance.suppressed && acceptance.suppressed->findings.contains(number);
}

bool is_accepted(const verdict::Results& results, std::size_t number, const Acceptance& acceptance) {
  const verdict::ClassResult& result = results.results[number];
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    if (!counts(result, result.findings[i])) continue;
    if (why_accepted(acceptance, FindingNumber{number, i}).empty()) return false;
    ++accepted;
  }
  for (const auto& [property, answer] : result.properties) {
    if (!verdict::is_open(answer.verdict)) continue;
    if (why_accepted(acceptance, AnswerNumber{number, property}).empty()) return false;
    ++accepted;
  }
  return accepted > 0;
}

std::string accepted_defects(const verdict::Results& results, const Acceptance& acceptance) {
  std::uint64_t bad = 0, accepted = 0;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const verdict::ClassResult& result = results.results[i];
    if (result.verdict != verdict::Verdict::Defect && result.verdict != verdict::Verdict::PossibleDefect)
      continue;
    bad += result.classes;
    if (is_accepted(results, i, acceptance)) accepted += result.classes;
  }
  if (accepted == 0) return {};
  if (accepted == bad) return ", all accepted";
  return fmt::format(", {} {} and {} accepted", bad - accepted, acceptance.baseline ? "new" : "not accepted",
                     accepted);
}

std::vector<std::string> remarks(const Suppressed& suppressed) {
  std::vector<std::string> lines;
  for (const std::size_t number : suppressed.expired) {
    const Suppression& entry = suppressed.entries[number];
    lines.push_back(
        fmt::format("suppression {} ({}) expired on {} and has no effect: review it, then "
                    "remove it or give a later day",
                    number + 1, text_of(entry), entry.expires));
  }
  for (const std::size_t number : suppressed.unused) {
    const Suppression& entry = suppressed.entries[number];
    lines.push_back(
        entry.comment_line != 0
            ? fmt::format("{}:{}: launchproof-ignore[{}] matches no finding of these results: remove it",
                          entry.file, entry.comment_line, entry.property)
            : fmt::format("suppression {} ({}) matches no finding of these results: remove it", number + 1,
                          text_of(entry)));
  }
  lines.insert(lines.end(), suppressed.malformed.begin(), suppressed.malformed.end());
  return lines;
}

std::string acceptance_line(const verdict::Results& results, const Acceptance& acceptance) {
  std::string text;
  std::map<Change, std::set<FindingNumber>> by_change;
  if (acceptance.baseline)
    for (const auto& [number, change] : acceptance.baseline->findings) by_change[change].insert(number);
  std::map<Change, std::size_t> of;
  for (const auto& [change, numbers] : by_change) of[change] = cause_count(results, numbers);
  if (acceptance.is_first_run) {
    text = fmt::format(
        "First run, without a baseline: {} and {} are accepted and become the baseline.",
        count_of(of[Change::Unchanged], "finding", "findings"),
        count_of(acceptance.baseline->still_undecided.size(), "undecided answer", "undecided answers"));
  } else if (acceptance.baseline) {
    text = fmt::format("Since the baseline: {} new, ", of[Change::New]);
    if (of[Change::Worse] > 0) text += fmt::format("{} worse, ", of[Change::Worse]);
    text += fmt::format("{} unchanged, {} fixed", of[Change::Unchanged], acceptance.baseline->fixed_causes);
    if (const auto gone = acceptance.baseline->not_judged_causes; gone > 0)
      text += fmt::format(", {} no longer judged", gone);
    text +=
        fmt::format("; {} newly undecided, {} undecided as before",
                    acceptance.baseline->newly_undecided.size(), acceptance.baseline->still_undecided.size());
    if (const auto lost = acceptance.baseline->still_lost.size(); lost > 0)
      text += fmt::format(", {} lost as before, which no baseline accepts", lost);
    text += ".";
  }
  if (acceptance.suppressed) {
    std::set<FindingNumber> numbers;
    for (const auto& [number, entry] : acceptance.suppressed->findings) numbers.insert(number);
    text += fmt::format("{}Suppressed: {}.", text.empty() ? "" : " ",
                        count_of(cause_count(results, numbers), "finding", "findings"));
  }
  return text;
}

}  // namespace launchproof::reports

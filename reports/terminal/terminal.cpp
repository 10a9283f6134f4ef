#include "reports/terminal/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "reports/terminal/terminal_findings.h"
#include "reports/words/paint.h"
#include "reports/words/source_paths.h"
#include "reports/words/summary.h"
#include "reports/words/words.h"
#include "verify/verdict/fold.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Finding;
using verdict::Results;
using verdict::Verdict;

constexpr std::size_t kGap = 2;              // spaces between columns
constexpr std::size_t kShortestKernel = 12;  // least number of columns for a kernel's name
constexpr std::size_t kShortestLaunch = 20;
constexpr std::size_t kUnlimited = 1'000'000;  // columns where nothing is cut

// A log should be readable: beyond these numbers, classes share rows, and the rest is left to the other
// reports.
constexpr std::size_t kMostRows = 40;
constexpr std::size_t kMostDetailedClasses = 20;
constexpr std::size_t kMostQuoted = 3;  // number of source lines shown for one reason
constexpr std::size_t kMostLines = 30;  // of a list

struct Row {
  std::string kernel, launches, verdict, time, launch;
  Style style;
};

std::vector<Row> rows_of(const Results& results) {
  std::vector<Row> rows;
  for (const std::vector<std::size_t>& part : verdict::folded(results)) {
    const ClassResult& first = results.results[part.front()];
    const Together all = together(results, part);
    std::string launch = one_line(first.launch);
    if (part.size() > 1)
      launch = fmt::format("{} classes, the first: {}", all.classes, launch);
    else if (first.classes > 1)
      launch = fmt::format("{} classes: {}", first.classes, launch);
    rows.push_back({one_line(first.kernel), std::to_string(all.launches), std::string(name(first.verdict)),
                    seconds_text(all.seconds), std::move(launch), style_of(first.verdict)});
  }
  return rows;
}

// One row for all classes of a kernel (a pair of source and name) with one verdict, by first appearance.
std::vector<Row> shared_rows(const Results& results) {
  struct Shared {
    const ClassResult* first;
    std::uint64_t classes = 0, launches = 0;
    double seconds = 0;
  };
  std::vector<Shared> all;
  std::map<std::tuple<std::string, std::string, Verdict>, std::size_t> places;
  for (const ClassResult& result : results.results) {
    const auto [place, is_new] =
        places.try_emplace({result.source, result.kernel, result.verdict}, all.size());
    if (is_new) all.push_back({&result});
    Shared& shared = all[place->second];
    shared.classes += result.classes;
    shared.launches += result.launches;
    shared.seconds += result.seconds;
  }
  std::vector<Row> rows;
  for (const Shared& shared : all) {
    const ClassResult& first = *shared.first;
    rows.push_back({one_line(first.kernel), std::to_string(shared.launches), std::string(name(first.verdict)),
                    seconds_text(shared.seconds),
                    shared.classes == 1
                        ? one_line(first.launch)
                        : fmt::format("{} classes of {}", shared.classes, one_line(first.source)),
                    style_of(first.verdict)});
  }
  return rows;
}

std::string table(const Results& results, const TerminalOptions& options, const Paint& paint) {
  std::vector<Row> rows = rows_of(results);
  if (rows.size() > kMostRows) rows = shared_rows(results);
  rows.insert(rows.begin(), {"kernel", "launches", "verdict", "time", "launch", Style::Bold});
  std::array<std::size_t, 4> widths{};
  // Longer names are only cut in the table.
  const std::size_t total = options.width == 0 ? kUnlimited : options.width;
  const std::size_t longest_kernel = std::max<std::size_t>(total / 3, kShortestKernel);
  for (const Row& row : rows) {
    widths[0] = std::max(widths[0], std::min(columns(row.kernel), longest_kernel));
    widths[1] = std::max(widths[1], columns(row.launches));
    widths[2] = std::max(widths[2], columns(row.verdict));
    widths[3] = std::max(widths[3], columns(row.time));
  }
  const std::size_t used = widths[0] + widths[1] + widths[2] + widths[3] + 4 * kGap;
  const std::size_t room = total > used + kShortestLaunch ? total - used : kShortestLaunch;
  const std::string gap(kGap, ' ');
  const auto right = [](const std::string& cell, std::size_t width) {
    return std::string(width - std::min(width, columns(cell)), ' ') + cell;
  };
  std::string text;
  for (const Row& row : rows) {
    const bool head = row.style == Style::Bold;
    const Style cell = head ? Style::Bold : Style::Plain;
    std::string line = paint(cell, padded(row.kernel, widths[0]));
    for (const std::string& next :
         {paint(cell, right(row.launches, widths[1])), paint(row.style, padded(row.verdict, widths[2])),
          paint(cell, right(row.time, widths[3])),
          paint(head ? Style::Bold : Style::Faint, cut(row.launch, room))}) {
      line += gap;
      line += next;
    }
    text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// Returns the reason without a trailing finding message, which is printed above.
std::string without_findings(const ClassResult& result, const std::string& reason) {
  for (const verdict::Finding& finding : result.findings)
    if (!finding.message.empty() && reason.ends_with(": " + finding.message))
      return reason.substr(0, reason.size() - finding.message.size() - 2) + " (above)";
  return reason;
}

// Returns whether the words name this line of the file, with a column or without.
bool names_line(std::string_view words, const verdict::SourceLocation& location) {
  const std::string line = place({.file = location.file, .line = location.line, .role = ""});
  constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
  for (std::size_t at = words.find(line); at != std::string_view::npos; at = words.find(line, at + 1)) {
    const std::size_t end = at + line.size();
    const bool begins = at == 0 || kOfNames.find(words[at - 1]) == std::string_view::npos;
    const bool ends = end == words.size() || words[end] < '0' || words[end] > '9';
    if (begins && ends) return true;
  }
  return false;
}

// What is shown of a class: what is new, and what is accepted.
struct Shown {
  std::string open, accepted;
};

// Adds the answers that no finding explains, in one sentence for each reason, which names all properties
// that share it. The launch follows the first one unless `is_launch_shown`, which it then sets.
void add_reasons(const Results& results, std::size_t number, const Acceptance& acceptance,
                 bool& is_launch_shown, const Paint& paint, Shown& into) {
  const ClassResult& result = results.results[number];
  struct Reason {
    Verdict verdict;
    std::string words;
    std::string properties;
    std::string accepted;
    std::vector<verdict::SourceLocation> places;
  };
  std::vector<Reason> all;
  for (const auto& [property, answer] : result.properties) {
    const bool silent = answer.verdict == Verdict::Verified || answer.verdict == Verdict::NotAsked;
    const bool explained =
        std::any_of(result.findings.begin(), result.findings.end(),
                    [&, p = property](const Finding& f) { return f.property == p && counts(result, f); });
    if (silent || explained) continue;
    std::string words = without_findings(result, answer.reason);
    std::vector<verdict::SourceLocation> places;
    for (const verdict::Approximation& cause : answer.causes) {
      if (cause.location.line == 0) continue;
      if (!names_line(words, cause.location)) words += " (" + place(cause.location) + ")";
      places.push_back(cause.location);
    }
    const std::string accepted = why_accepted(acceptance, AnswerNumber{number, property});
    const auto same = std::find_if(all.begin(), all.end(), [&, v = answer.verdict](const Reason& reason) {
      return reason.verdict == v && reason.words == words && reason.accepted == accepted;
    });
    if (same == all.end()) {
      all.push_back({answer.verdict, words, std::string(name(property)), accepted, std::move(places)});
    } else {
      same->properties += ", " + std::string(name(property));
    }
  }
  if (result.properties.empty()) all.push_back({result.verdict, result.reason, "every property", {}, {}});
  bool is_any_open = false, is_any_accepted = false;
  for (const Reason& reason : all) {
    (reason.accepted.empty() ? is_any_open : is_any_accepted) = true;
    std::string& text = reason.accepted.empty() ? into.open : into.accepted;
    text += paint(Style::Bold, one_line(result.source) + ":") + " " +
            paint(style_of(reason.verdict), std::string(name(reason.verdict)) + ":") + " " +
            (is_compile_error(result) ? one_line(reason.words) + "\n"
                                      : fmt::format("{} [{}]\n", one_line(reason.words), reason.properties));
    if (!reason.accepted.empty()) {
      text += "      " + paint(Style::Note, "let pass:") + " " + reason.accepted + "\n";
      continue;
    }
    std::string shown;
    for (std::size_t i = 0; i < std::min(reason.places.size(), kMostQuoted); ++i) {
      const std::string line = quoted_line(result, reason.places[i], {}, paint);
      if (line != shown) text += line;
      shown = line;
    }
    if (is_compile_error(result)) continue;  // it is printed once for all launches of the program
    if (is_pair(result)) continue;           // the reason names both kernels
    if (!std::exchange(is_launch_shown, true)) text += launch_lines(result);
  }
  if (is_any_open) into.open += "\n";
  if (is_any_accepted) into.accepted += "\n";
}

std::string list(const std::string& heading, const std::vector<SharedLine>& lines, std::uint64_t classes,
                 const Paint& paint) {
  if (lines.empty()) return {};
  std::string text = paint(Style::Bold, heading) + "\n";
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
    text += "  " + one_line(lines[i].text);
    if (classes > 1) text += fmt::format("  ({} of {} classes)", lines[i].classes, classes);
    text += "\n";
  }
  if (lines.size() > kMostLines) text += fmt::format("  and {} more\n", lines.size() - kMostLines);
  return text + "\n";
}

// Returns a text for the accepted findings of a class, which is equal for classes with the same ones.
struct LetPass {
  bool everything = true;
  std::string text;
};

LetPass let_pass(const Results& results, std::size_t number, const Acceptance& acceptance) {
  const ClassResult& result = results.results[number];
  LetPass passed;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const std::string why = why_accepted(acceptance, FindingNumber{number, i});
    words.push_back(fmt::format("{} {}", static_cast<int>(result.findings[i].property), why));
    if (counts(result, result.findings[i])) passed.everything = passed.everything && !why.empty();
  }
  for (const auto& [property, answer] : result.properties) {
    const std::string why = why_accepted(acceptance, AnswerNumber{number, property});
    words.push_back(fmt::format("{} {}", static_cast<int>(property), why));
    const bool is_open = verdict::is_open(answer.verdict);
    passed.everything = passed.everything && (!is_open || !why.empty());
  }
  passed.everything = passed.everything && !result.properties.empty();
  std::sort(words.begin(), words.end());
  for (const std::string& word : words) passed.text += word + "\x01";
  return passed;
}

// Groups classes with equal results and equal accepted findings. Classes with unaccepted findings come first,
// so that they are never left out.
std::vector<std::vector<std::size_t>> told_apart(const Results& results, const Acceptance& acceptance) {
  std::vector<std::vector<std::size_t>> open, passed;
  for (const std::vector<std::size_t>& part : verdict::folded(results)) {
    std::map<std::string, std::vector<std::size_t>*> places;
    std::vector<std::pair<bool, std::vector<std::size_t>>> pieces;
    pieces.reserve(part.size());
    for (const std::size_t number : part) {
      const LetPass of_class = let_pass(results, number, acceptance);
      std::vector<std::size_t>*& place = places[of_class.text];
      if (place == nullptr)
        place = &pieces.emplace_back(of_class.everything, std::vector<std::size_t>{}).second;
      place->push_back(number);
    }
    for (auto& [everything, piece] : pieces) (everything ? passed : open).push_back(std::move(piece));
  }
  std::move(passed.begin(), passed.end(), std::back_inserter(open));
  return open;
}

std::string details(const Results& results, const TerminalOptions& options, const Acceptance& acceptance,
                    const Paint& paint) {
  Shown all;
  const FindingCommands commands(results, options.finds_by_id);
  std::size_t shown = 0, left_out = 0;
  std::set<std::pair<std::string, std::string>> not_compiled;  // programs and their compiler messages
  for (const std::vector<std::size_t>& part : told_apart(results, acceptance)) {
    const ClassResult& result = results.results[part.front()];
    const bool is_compiled = !is_compile_error(result);
    if (!is_compiled && !not_compiled.emplace(result.source, result.properties.begin()->second.reason).second)
      continue;
    Shown of_class;
    Diagnostics diagnostics(result, paint, commands, options.named);
    const auto why_of = [&](std::size_t finding) {
      return why_accepted(acceptance, FindingNumber{part.front(), finding});
    };
    bool is_launch_shown = false;
    for (const RootCause& cause : root_causes(result, why_of)) {
      const std::string why = why_of(cause.front());
      // For accepted findings, the first line suffices; the HTML report has the rest. In the first run they
      // are news.
      const bool is_short = is_shown_in_short(acceptance, FindingNumber{part.front(), cause.front()});
      std::string& text = is_short ? of_class.accepted : of_class.open;
      text += is_short ? diagnostics.first_line(cause) : diagnostics.of(cause);
      if (!why.empty()) text += "      " + paint(Style::Note, "let pass:") + " " + one_line(why) + "\n";
      if (!is_short && !std::exchange(is_launch_shown, true)) text += launch_lines(result);
      text += "\n";
    }
    add_reasons(results, part.front(), acceptance, is_launch_shown, paint, of_class);
    if (of_class.open.empty() && of_class.accepted.empty()) continue;
    if (shown == kMostDetailedClasses) {
      left_out += part.size();
      continue;
    }
    ++shown;
    all.open += of_class.open;
    all.accepted += of_class.accepted;
    if (part.size() > 1 && is_compiled)
      (of_class.open.empty() ? all.accepted : all.open) +=
          fmt::format("{} `{}`: {} ended like this one; the JSON results and the HTML report hold each\n\n",
                      paint(Style::Note, "note:"), one_line(result.kernel),
                      count_of(part.size() - 1, "more launch class", "more launch classes"));
  }
  std::string text = all.open + all.accepted;
  if (left_out > 0) {
    text += fmt::format(
        "{} more with findings or notes: the JSON results and the HTML report list all of them\n\n",
        count_of(left_out, "launch class", "launch classes"));
  }
  return text;
}

}  // namespace

std::string summary_line(const Results& results, const Acceptance& acceptance) {
  const Summary summary = summarise(results);
  if (summary.classes == 0) return "Nothing was verified: there are no launch classes.";
  std::string text = fmt::format(
      "{}{} of {} ({}): ", classes_text(summary),
      summary.proofs == summary.classes
          ? std::string()
          : fmt::format(" in {}", count_of(summary.proofs, "verification", "verifications")),
      count_of(summary.kernels, "kernel", "kernels"), count_of(summary.launches, "launch", "launches"));
  bool first = true;
  constexpr std::array kOrder{Verdict::Verified,    Verdict::Defect,        Verdict::PossibleDefect,
                              Verdict::Unsupported, Verdict::ProbablyEqual, Verdict::Unknown,
                              Verdict::Error,       Verdict::NotAsked};
  for (Verdict verdict : kOrder) {
    const auto entry = summary.by_verdict.find(verdict);
    if (entry == summary.by_verdict.end()) continue;
    if (!first) text += ", ";
    first = false;
    text += fmt::format("{} {}", entry->second, name(verdict));
    const bool is_last_bad =
        verdict == Verdict::PossibleDefect ||
        (verdict == Verdict::Defect && !summary.by_verdict.contains(Verdict::PossibleDefect));
    const std::string accepted = is_last_bad ? accepted_defects(results, acceptance) : std::string();
    if (!accepted.empty()) text += " (" + accepted.substr(accepted.find_first_not_of(", ")) + ")";
  }
  return text;
}

std::string terminal_report(const Results& results, const TerminalOptions& options) {
  if (has_source_paths(results)) return terminal_report(with_source_paths(results), options);
  const Paint paint(options.colours);
  const Acceptance none;
  const Acceptance& acceptance = options.acceptance == nullptr ? none : *options.acceptance;
  if (options.quiet) return summary_line(results, acceptance) + "\n";
  const std::uint64_t classes = summarise(results).classes;
  std::string text;
  if (!results.results.empty()) text += table(results, options, paint) + "\n";
  if (options.named != nullptr && !options.named->empty())
    text += fmt::format("{} {} named above while classes were verified; the details follow\n\n",
                        count_of(options.named->size(), "finding", "findings"),
                        options.named->size() == 1 ? "was" : "were");
  text += details(results, options, acceptance, paint);
  text += list("Reached by no work-item under the launch facts:", unreachable_of(results), classes, paint);
  text += list("Assumed:", assumptions_of(results), classes, paint);
  const std::string star = has_star(results) ? fmt::format(" ({})", kStarMeaning) : std::string();
  text += list("Verified given" + star + ":", given_of(results), classes, paint);
  text += list("Preconditions derived from these launches:", preconditions_of(results), classes, paint);
  text += list("Proved equal where:", equal_where(results), classes, paint);
  text += list("Verified for all contents in which:", contents_of(results), classes, paint);
  text += list("Decided by each engine:", engines_of(results), classes, paint);
  text += list("Noted:", notes_of(results), classes, paint);
  text += list("Not asked:", not_asked_of(results), classes, paint);
  for (const std::string& note : results.notes)
    text += paint(Style::Note, "note:") + " " + one_line(note) + "\n";
  if (acceptance.suppressed) {
    for (const std::string& line : remarks(*acceptance.suppressed))
      text += paint(Style::Doubtful, "note:") + " " + one_line(line) + "\n";
  }
  for (const std::string& problem : results.problems)
    text += paint(Style::Bad, "problem:") + " " + one_line(problem) + "\n";
  text += paint(Style::Bold, summary_line(results, acceptance)) + "\n";
  if (const std::uint64_t cached = summarise(results).cached; cached != 0)
    text += fmt::format("{} of {} from the result cache, as an earlier run found them\n", cached,
                        count_of(classes, "launch class", "launch classes"));
  const std::string accepted = acceptance_line(results, acceptance);
  if (!accepted.empty()) text += accepted + "\n";
  if (const std::string line = unasked_line(results, acceptance); !line.empty())
    text += paint(Style::Doubtful, line) + "\n";
  return text;
}

}  // namespace launchproof::reports

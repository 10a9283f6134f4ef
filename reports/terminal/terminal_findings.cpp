#include "reports/terminal/terminal_findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/words/excerpt.h"
#include "reports/words/fix_text.h"
#include "reports/words/needs.h"
#include "reports/words/source_paths.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::Finding;
using verdict::SourceLocation;
using verdict::WorkItem;

constexpr std::size_t kLongestLine = 400;  // bytes of a quoted line; longer ones are cut
constexpr std::size_t kMostPairs = 8;      // number of findings listed for a root cause

// Keeps the part of a long line around the mark, and of the mark what lies in it.
void cut(std::string& line, Range& mark) {
  constexpr std::string_view kCut = "...";
  const std::size_t first = mark.begin < kLongestLine / 2 ? 0 : mark.begin - kLongestLine / 4;
  const std::size_t last = std::min(first + kLongestLine, line.size());
  const std::string_view before = first == 0 ? std::string_view() : kCut;
  const std::string_view after = last == line.size() ? std::string_view() : kCut;
  mark = {mark.begin - first + before.size(), std::min(mark.end, last) - first + before.size()};
  line = clean(std::string(before) + line.substr(first, last - first) + std::string(after));
}

// Returns the line of the location with a marker below it; nothing if its file is unknown.
std::string quoted(const verdict::ClassResult& result, const SourceLocation& location,
                   const std::string& label, const Paint& paint) {
  const std::optional<std::string_view> found = line_of(text_at(result, location), location.line);
  if (!found) return {};
  std::string line = clean(*found);
  // Compilers report something missing at the place after the line's end.
  const bool behind = location.column == line.size() + 1;
  Range mark = behind ? Range{line.size(), line.size()} : mark_at(line, location.column);
  if (line.size() > kLongestLine) cut(line, mark);
  // Tabs remain tabs, so that the marker is at the right place whatever their width.
  std::string under;
  const std::string before = line.substr(0, mark.begin);
  for (std::size_t at = 0; at < before.size();) {
    const std::size_t tab = std::min(before.find('\t', at), before.size());
    under.append(columns(std::string_view(before).substr(at, tab - at)), ' ');
    if (tab < before.size()) under += '\t';
    at = tab + 1;
  }
  const std::size_t length =
      std::max<std::size_t>(columns(line.substr(mark.begin, mark.end - mark.begin)), 1);
  const std::string marker = "^" + std::string(length - 1, '~');
  return fmt::format("{:>5} | {}\n      | {}{}\n", location.line, line, under,
                     paint(Style::Good, label.empty() ? marker : marker + " " + one_line(label)));
}

std::string work_item_line(const WorkItem& item, char letter) {
  std::string text = fmt::format("      work-item {}: global {}, local {} of group {}", letter,
                                 triple(item.global_id), triple(item.local_id), triple(item.group_id));
  if (!item.access.empty()) text += ": " + item.access;
  if (item.bytes != 0) {
    if (!item.element.empty()) text += " `" + item.element + "`";
    text += ", " + bytes_text(item.byte_offset, item.bytes);
    if (!item.array.empty()) text += " of `" + item.array + "`";
  }
  for (const verdict::NamedValue& value : item.values)
    text += fmt::format(", {} = {}", value.name, value.value);
  for (const verdict::LoopIteration& loop : item.iterations) {
    text += fmt::format(", iteration {} of the loop at {}", loop.iteration, place(loop.loop));
  }
  return one_line(text) + "\n";
}

std::string witness_lines(const verdict::Witness& witness) {
  std::string text;
  char letter = 'A';
  for (const WorkItem& item : witness.work_items) text += work_item_line(item, letter++);
  const std::string meeting = meeting_text(witness);
  if (!meeting.empty()) text += "      " + one_line(meeting) + "\n";
  if (!witness.interval.empty()) text += "      interval: " + one_line(witness.interval) + "\n";
  return text;
}

// "k.cl:9:20: defect: two work-items ... [data-race, read-write]"
std::string headline(const verdict::ClassResult& result, const Finding& finding, const Paint& paint,
                     bool is_named = false) {
  const bool counted = counts(result, finding);
  Style style = finding.confirmation == verdict::Confirmation::Unconfirmed ? Style::Doubtful : Style::Bad;
  if (!counted) style = Style::Note;
  const SourceLocation first = finding.locations.empty() ? SourceLocation{.file = result.source, .role = ""}
                                                         : finding.locations.front();
  std::string label = std::string(name(finding.property));
  if (!finding.kind.empty()) label += ", " + finding.kind;
  return paint(Style::Bold, one_line(place(first)) + ":") + " " +
         paint(style, std::string(standing(finding, counted)) + ":") + " " +
         (is_named ? std::string("named above") : paint(Style::Bold, one_line(finding.message))) + " [" +
         one_line(label) + "]";
}

bool is_needed(const std::string& need, const Finding& finding) {
  const std::vector<std::string> all = needs_of(finding);
  return std::ranges::find(all, need) != all.end();
}

}  // namespace

std::string named_key(const verdict::ClassResult& result, const Finding& finding) {
  return result.kernel + "\x01" + result.launch + "\x01" + finding.id;
}

std::vector<std::string> headlines(const verdict::ClassResult& result, bool colours) {
  verdict::Results alone;
  alone.results = {result};
  if (has_source_paths(alone)) return headlines(with_source_paths(alone).results[0], colours);
  const Paint paint(colours);
  std::vector<std::string> lines;
  for (const RootCause& cause : root_causes(result)) {
    const Finding& finding = result.findings[cause.front()];
    if (counts(result, finding))
      lines.push_back(headline(result, finding, paint) + " in kernel `" + one_line(result.kernel) + "`");
  }
  if (!lines.empty() || result.verdict == verdict::Verdict::Verified) return lines;
  lines.push_back(paint(Style::Bold, one_line(result.source) + ":") + " " +
                  paint(style_of(result.verdict), std::string(name(result.verdict)) + ":") + " " +
                  one_line(result.reason) + " in kernel `" + one_line(result.kernel) + "`");
  return lines;
}

std::string quoted_line(const verdict::ClassResult& result, const SourceLocation& location,
                        const std::string& label, const Paint& paint) {
  return quoted(result, location, label, paint);
}

std::string launch_lines(const verdict::ClassResult& result) {
  std::string text = fmt::format("      in kernel `{}`, {}\n", one_line(result.kernel),
                                 result.launch.empty() ? "launch not described" : one_line(result.launch));
  if (!result.call_site.empty()) text += "      launched by " + one_line(result.call_site) + "\n";
  return text;
}

std::string Diagnostics::first_line(const RootCause& cause) const {
  const Finding& finding = d_result.findings[cause.front()];
  const bool is_named = d_named != nullptr && d_named->contains(named_key(d_result, finding));
  return headline(d_result, finding, d_paint, is_named) + "\n";
}

std::string Diagnostics::of(const RootCause& cause) {
  const Finding& finding = d_result.findings[cause.front()];
  const SourceLocation first = finding.locations.empty() ? SourceLocation{.file = d_result.source, .role = ""}
                                                         : finding.locations.front();
  std::string text = first_line(cause);
  text += quoted(d_result, first, first.role, d_paint);
  for (std::size_t i = 1; i < finding.locations.size(); ++i) {
    const SourceLocation& location = finding.locations[i];
    const std::string role = location.role.empty() ? "also here" : location.role;
    const auto seen =
        std::find_if(finding.locations.begin(), finding.locations.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](const SourceLocation& other) {
                       return other.file == location.file && other.line == location.line &&
                              other.column == location.column;
                     });
    const bool shown = seen != finding.locations.begin() + static_cast<std::ptrdiff_t>(i);
    text += d_paint(Style::Bold, one_line(place(location)) + ":") + " " + d_paint(Style::Faint, "note:") +
            " " + one_line(role) + (shown ? ", at the place shown above\n" : "\n");
    if (!shown) text += quoted(d_result, location, location.role, d_paint);
  }
  if (!finding.explanation.empty()) text += "      " + one_line(finding.explanation) + "\n";
  const std::vector<std::string> others = other_pairs(d_result, cause);
  for (std::size_t i = 0; i < std::min(others.size(), kMostPairs); ++i)
    text += (i == 0 ? "      likewise: " : "                ") + one_line(others[i]) + "\n";
  if (others.size() > kMostPairs)
    text += fmt::format("                and {} more pairs of lines\n", others.size() - kMostPairs);
  if (finding.witness) text += witness_lines(*finding.witness);
  text += needs(finding);
  for (const verdict::Approximation& item : other_approximations(finding)) {
    text += "      approximation: " + one_line(item.detail.empty() ? meaning(item.cause) : item.detail);
    if (item.location.line != 0) text += " (" + one_line(place(item.location)) + ")";
    text += "\n";
  }
  for (const std::string& consequence : finding.consequences)
    text += "      so, outside of the array: " + one_line(consequence) + "\n";
  if (!finding.replay.empty()) {
    const bool exact = finding.confirmation == verdict::Confirmation::Exact;
    text += std::string("      replay: ") + (exact ? "not done: " : "") + one_line(finding.replay) + "\n";
  }
  text += advice(finding);
  if (!finding.repro.empty()) text += "      replay it with: " + one_line(d_commands.replay(finding)) + "\n";
  if (finding.property == verdict::Property::LaunchRace && !d_result.repro.empty())
    text += "      see it again with: " + one_line(d_result.repro) + "\n";
  if (!finding.export_repro.empty())
    text += "      export it with: " + one_line(d_commands.export_repro(finding)) + "\n";
  return text;
}

// Values that several findings need are named with the first of these.
std::string Diagnostics::needs(const Finding& finding) {
  std::string text;
  std::size_t named = 0;
  for (const std::string& need : needs_of(finding)) {
    if (std::ranges::find(d_needs, need) != d_needs.end()) {
      ++named;
      continue;
    }
    d_needs.push_back(need);
    text += "      needs: " + one_line(need);
    std::set<std::string> others;
    for (const Finding& other : d_result.findings)
      if (other.property != finding.property && counts(d_result, other) && is_needed(need, other))
        others.insert("`" + std::string(name(other.property)) + "`");
    if (!others.empty())
      text +=
          fmt::format("; {} {} it too", fmt::join(others, " and "), others.size() == 1 ? "needs" : "need");
    text += "\n";
  }
  if (named > 0)
    text = fmt::format("      needs: {} above\n",
                       count_of(named, "value that is named", "values that are named")) +
           text;
  return text;
}

// The fix as a diff, or the remedy of the property; each once.
std::string Diagnostics::advice(const Finding& finding) {
  if (const verdict::Fix* fix = fix_of(d_result, finding)) {
    const bool is_shown = std::ranges::find(d_shown, fix) != d_shown.end();
    if (is_shown) return "      " + d_paint(Style::Good, "fix:") + " the change shown above removes it too\n";
    d_shown.push_back(fix);
    std::string text = "      " + d_paint(Style::Good, "fix:") + " " + one_line(fix->title) + "; " +
                       one_line(what_is_verified(d_result, *fix)) + ":\n";
    for (const std::string& line : lines_of(unified_diff(d_result, *fix))) {
      Style style = Style::Plain;
      if (line.starts_with('+')) style = Style::Good;
      if (line.starts_with('-')) style = Style::Bad;
      text += "        " + d_paint(style, line) + "\n";
    }
    return text;
  }
  const std::string_view remedy = remedy_of(finding);
  if (!counts(d_result, finding) || std::ranges::find(d_advised, remedy) != d_advised.end()) return {};
  d_advised.push_back(remedy);
  return "      to fix it: " + std::string(remedy) + "\n";
}

}  // namespace launchproof::reports

#include "verify/repair/kept_accesses.h"

#include <algorithm>
#include <optional>

namespace launchproof::repair {

namespace {

// Returns the line of the original text that a line of the changed one is; nothing for a line that an edit
// inserted.
std::optional<std::uint32_t> original_line(const std::vector<verdict::SourceEdit>& edits,
                                           std::uint32_t line) {
  std::int64_t shift = 0;
  for (const verdict::SourceEdit& edit : edits) {
    const auto inserted = static_cast<std::int64_t>(edit.inserted.size());
    const std::int64_t begin = static_cast<std::int64_t>(edit.line) + shift;
    if (line < begin) break;
    if (line < begin + inserted) return std::nullopt;
    shift += inserted - static_cast<std::int64_t>(edit.removed);
  }
  return static_cast<std::uint32_t>(line - shift);
}

}  // namespace

KeptAccesses::KeptAccesses(const verdict::ClassResult& result, const std::string& text,
                           const KernelFacts& facts)
    : d_result(result), d_text(text), d_facts(facts) {
  for (const verdict::SourceLocation& place : result.unreachable)
    if (is_of_file(place)) ++d_unreached[place.line];
  for (const verdict::Finding& finding : result.findings)
    if (finding.property == verdict::Property::NullAccess && !finding.locations.empty() &&
        is_of_file(finding.locations.front()))
      d_null_lines.insert(finding.locations.front().line);
}

bool KeptAccesses::is_of_file(const verdict::SourceLocation& place) const {
  return is_file(place.file, d_facts.file);
}

bool KeptAccesses::loses(const std::string& changed, const Judged& judged) const {
  if (judged.accesses.reads < d_facts.accesses.reads ||
      judged.accesses.changes.size() < d_facts.accesses.changes.size())
    return true;
  const std::vector<verdict::SourceLocation>& unreached = judged.result.unreachable;
  if (unreached.empty()) return false;
  const std::vector<verdict::SourceEdit> edits = line_edits(d_text, changed);
  SourceTree tree(changed);
  tree.number_lines(edits);
  std::map<std::uint32_t, std::size_t> in_line;
  std::size_t lost = 0;
  bool guards_null = false;
  for (const verdict::SourceLocation& place : unreached) {
    const auto offset = is_of_file(place) ? tree.offset(place.line, 1) : std::nullopt;
    if (offset && d_null_lines.contains(tree.shown_line(*offset))) {
      guards_null = true;
      continue;
    }
    ++lost;
    const auto line = is_of_file(place) ? original_line(edits, place.line) : std::nullopt;
    if (!line) continue;
    const auto before = d_unreached.find(*line);
    if (++in_line[*line] > (before == d_unreached.end() ? 0 : before->second)) return true;
  }
  if (lost > d_result.unreachable.size()) return true;
  if (!guards_null) return false;
  return std::ranges::none_of(judged.accesses.changes, [&](const verdict::SourceLocation& change) {
    return std::ranges::none_of(unreached, [&](const verdict::SourceLocation& place) {
      return place.file == change.file && place.line == change.line && place.column == change.column;
    });
  });
}

}  // namespace launchproof::repair

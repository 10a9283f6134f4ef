#include "reports/words/fix_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "reports/words/words.h"
#include "verify/verdict/finding_kinds.h"
#include "verify/verdict/registry.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Fix;
using verdict::SourceEdit;

constexpr std::uint32_t kLinesAround = 3;  // lines around each change

// The unmodified lines without line ends.
std::vector<std::string_view> lines_as_they_are(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

const Fix* fix_of(const ClassResult& result, const verdict::Finding& finding) {
  for (const Fix& fix : result.fixes)
    if (std::ranges::find(fix.findings, finding.id) != fix.findings.end()) return &fix;
  return nullptr;
}

std::string unified_diff(const ClassResult& result, const Fix& fix) {
  const auto included = std::ranges::find(result.included, fix.file, &verdict::IncludedFile::name);
  const bool is_included = !fix.file.empty() && included != result.included.end();
  const std::vector<std::string_view> lines =
      lines_as_they_are(is_included ? included->text : result.source_text);
  const auto count = static_cast<std::uint32_t>(lines.size());
  std::string text = fmt::format("--- {0}\n+++ {0}\n", clean(fix.file.empty() ? result.source : fix.file));
  std::int64_t shift = 0;  // difference between new and old line numbers
  for (std::size_t i = 0; i < fix.edits.size();) {
    // Changes with overlapping context are one hunk.
    std::size_t last = i;
    const auto end_of = [&](std::size_t n) { return fix.edits[n].line + fix.edits[n].removed; };
    while (last + 1 < fix.edits.size() && fix.edits[last + 1].line <= end_of(last) + 2 * kLinesAround) ++last;
    const std::uint32_t begin = fix.edits[i].line > kLinesAround ? fix.edits[i].line - kLinesAround : 1;
    const std::uint32_t end = std::min(end_of(last) + kLinesAround, count + 1);
    std::string body;
    std::uint32_t at = begin, removed = 0, inserted = 0;
    const auto keep = [&](std::uint32_t until) {
      for (; at < until && at <= count; ++at) body += " " + clean(lines[at - 1]) + "\n";
    };
    for (std::size_t n = i; n <= last; ++n) {
      const SourceEdit& edit = fix.edits[n];
      keep(edit.line);
      for (std::uint32_t line = 0; line < edit.removed && at <= count; ++line, ++at)
        body += "-" + clean(lines[at - 1]) + "\n";
      for (const std::string& line : edit.inserted) body += "+" + clean(line) + "\n";
      removed += edit.removed;
      inserted += static_cast<std::uint32_t>(edit.inserted.size());
    }
    keep(end);
    const std::uint32_t old_lines = end - begin;
    text += fmt::format("@@ -{},{} +{},{} @@\n", begin, old_lines, begin + shift,
                        old_lines - removed + inserted) +
            body;
    shift += static_cast<std::int64_t>(inserted) - static_cast<std::int64_t>(removed);
    i = last + 1;
  }
  return text;
}

namespace {

// A changed kernel is not checked for what its launch does not give either.
std::string what_is_not_checked(const ClassResult& result) {
  const auto bounds = result.properties.find(verdict::Property::OutOfBounds);
  const bool lacks_sizes =
      bounds != result.properties.end() &&
      std::ranges::any_of(bounds->second.causes, [](const verdict::Approximation& cause) {
        return cause.cause == verdict::Cause::SizeNotKnown;
      });
  return lacks_sizes ? "; accesses to arrays of unknown size are not checked" : "";
}

}  // namespace

std::string what_is_verified(const ClassResult& result, const Fix& fix) {
  if (fix.is_complete)
    return "with this change, every property of the kernel is verified for this launch" +
           what_is_not_checked(result);
  std::set<std::string_view> properties;
  std::set<std::string_view> others;  // the change does not remove their findings
  for (const verdict::Finding& finding : result.findings)
    if (std::ranges::find(fix.findings, finding.id) != fix.findings.end())
      properties.insert(name(finding.property));
    else if (!finding.benign)
      others.insert(name(finding.property));
  const auto listed = [](const std::set<std::string_view>& words) {
    std::string text;
    for (const std::string_view one : words) text += (text.empty() ? "`" : ", `") + std::string(one) + "`";
    return text;
  };
  for (const std::string_view one : properties) others.erase(one);
  const std::string verified = fmt::format("with this change, {} {} verified for this launch",
                                           listed(properties), properties.size() == 1 ? "is" : "are");
  const bool has_bounds = properties.contains(name(verdict::Property::OutOfBounds));
  if (others.empty())
    return verified + ", and no other property is worse" + (has_bounds ? what_is_not_checked(result) : "");
  return fmt::format("{}; the findings of {} remain, and no property is worse", verified, listed(others));
}

std::string_view remedy_of(const verdict::Finding& finding) {
  if (finding.kind == verdict::kNotCooperative)
    return "Launch the kernel with `cuLaunchCooperativeKernel` or `cudaLaunchCooperativeKernel`, with as "
           "many "
           "blocks as the device runs at the same time.";
  if (finding.kind == verdict::kNonCoherentRead)
    return "Read this memory by a plain load, or let the launch write elsewhere: no barrier, fence or atomic "
           "orders a load that is not coherent.";
  if (finding.kind == verdict::kNonCoherentRead)
    return "Read the element by a plain load, or let the launch write elsewhere; no barrier and no atomic "
           "helps.";
  if (finding.property != verdict::Property::DataRace || !finding.witness ||
      finding.witness->work_items.size() != 2)
    return verdict::remedy(finding.property);
  const verdict::WorkItem& first = finding.witness->work_items[0];
  const verdict::WorkItem& second = finding.witness->work_items[1];
  if (first.array != second.array)
    return "Pass separate memory for the two arguments, or order the two accesses by a barrier within a "
           "group and by separate launches between groups.";
  if (first.group_id != second.group_id)
    return "Give each work-item elements of its own: check the arguments and sizes that the index is "
           "computed "
           "from. If both groups need the element, use an atomic on both sides, or split the kernel into two "
           "launches; barriers do not order different groups.";
  const bool is_one_line = finding.locations.size() == 2 && finding.locations[0].line != 0 &&
                           finding.locations[0].line == finding.locations[1].line &&
                           finding.locations[0].file == finding.locations[1].file;
  if (is_one_line)
    return "Make the update one atomic operation, or give each work-item elements of its own. If iterations "
           "of "
           "a loop meet here, put a barrier between them.";
  return "Put a barrier between the two accesses (in OpenCL `barrier` with the right fence, in CUDA "
         "`__syncthreads()`), use an atomic on both sides, or give each work-item elements of its own.";
}

}  // namespace launchproof::reports

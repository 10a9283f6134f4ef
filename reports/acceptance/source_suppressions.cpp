#include "reports/acceptance/source_suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "reports/words/excerpt.h"
#include "reports/words/source_paths.h"
#include "reports/words/words.h"
#include "verify/verdict/nearest_name.h"

namespace launchproof::reports {
namespace {

constexpr std::string_view kMark = "launchproof-ignore";
constexpr std::string_view kForm = "write `// launchproof-ignore[data-race]: reason`";

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

// Returns the start of the comment whose first word is the mark, or npos if the line has none.
std::size_t begin_of_comment(std::string_view line) {
  for (std::size_t mark = line.find(kMark); mark != std::string_view::npos;
       mark = line.find(kMark, mark + 1)) {
    std::size_t at = mark;
    while (at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\t')) --at;
    if (at >= 2 && line[at - 2] == '/' && (line[at - 1] == '/' || line[at - 1] == '*')) return at - 2;
  }
  return std::string_view::npos;
}

// Blank lines and lines that contain only a comment. A block comment over several lines ends the search for
// code at its second line, so that a comment never applies to code that is far away.
bool is_without_code(std::string_view line) {
  const std::string_view text = without_blanks(line);
  return text.empty() || text.starts_with("//") || (text.starts_with("/*") && text.ends_with("*/"));
}

// "[data-race, out-of-bounds]: reason"
void read(std::string_view text, IgnoreComment& comment) {
  const std::size_t close = text.find(']');
  if (!text.starts_with('[') || close == std::string_view::npos) {
    comment.trouble = fmt::format("names no property; {}", kForm);
    return;
  }
  std::vector<std::string> known;
  for (const verdict::Entry& entry : verdict::all_properties()) known.emplace_back(entry.name);
  std::string_view names = text.substr(1, close - 1);
  while (comment.trouble.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string name(without_blanks(names.substr(0, comma)));
    if (!verdict::parse_property(name))
      comment.trouble =
          fmt::format("`{}` is not a property{}", clean(name), verdict::did_you_mean(name, known));
    comment.properties.push_back(name);
    if (comma == names.size()) break;
    names.remove_prefix(comma + 1);
  }
  std::string_view reason = without_blanks(text.substr(close + 1));
  if (!reason.starts_with(':')) {
    if (comment.trouble.empty()) comment.trouble = fmt::format("gives no reason; {}", kForm);
    return;
  }
  reason = without_blanks(reason.substr(1));
  if (comment.trouble.empty() && reason.empty()) comment.trouble = fmt::format("gives no reason; {}", kForm);
  comment.reason = reason;
}

using Source = std::pair<std::string, std::string>;  // name and text

bool is_about(const Suppression& entry, const verdict::ClassResult& result, const verdict::Finding& finding) {
  if (entry.property != name(finding.property)) return false;
  return std::ranges::any_of(finding.locations, [&](const verdict::SourceLocation& location) {
    if (location.line != entry.line) return false;
    const verdict::IncludedFile* included = included_file(result, location);
    return included == nullptr ? in_source(result, location) && entry.file == result.source
                               : entry.file == included->name;
  });
}

}  // namespace

std::vector<IgnoreComment> ignore_comments(std::string_view source_text) {
  std::vector<IgnoreComment> comments;
  if (source_text.find(kMark) == std::string_view::npos) return comments;
  const std::vector<std::string> lines = lines_of(source_text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    const std::size_t begin = begin_of_comment(line);
    if (begin == std::string::npos) continue;
    IgnoreComment comment;
    comment.place = static_cast<std::uint32_t>(i + 1);
    std::size_t about = i;
    if (without_blanks(std::string_view(line).substr(0, begin)).empty())
      for (++about; about < lines.size() && is_without_code(lines[about]);) ++about;
    comment.line = static_cast<std::uint32_t>(about + 1);
    const bool is_block = line[begin + 1] == '*';
    std::string_view text = std::string_view(line).substr(line.find(kMark, begin) + kMark.size());
    if (is_block) text = text.substr(0, text.find("*/"));
    read(without_blanks(text), comment);
    comments.push_back(std::move(comment));
  }
  return comments;
}

void add_source_suppressions(const verdict::Results& results, Suppressed& suppressed) {
  if (has_source_paths(results)) {
    add_source_suppressions(with_source_paths(results), suppressed);
    return;
  }
  std::map<Source, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const verdict::ClassResult& result = results.results[i];
    if (!result.source_text.empty()) classes[{result.source, result.source_text}].push_back(i);
    for (const verdict::IncludedFile& file : result.included) classes[{file.name, file.text}].push_back(i);
  }
  for (const auto& [source, numbers] : classes) {
    for (const IgnoreComment& comment : ignore_comments(source.second)) {
      if (!comment.trouble.empty()) {
        suppressed.malformed.push_back(fmt::format("{}:{}: launchproof-ignore {}; it suppresses nothing",
                                                   source.first, comment.place, comment.trouble));
        continue;
      }
      for (const std::string& property : comment.properties) {
        Suppression entry;
        entry.file = source.first;
        entry.property = property;
        entry.reason = comment.reason;
        entry.expires = "never";
        entry.comment_line = comment.place;
        entry.line = comment.line;
        const std::size_t n = suppressed.entries.size();
        suppressed.entries.push_back(std::move(entry));
        bool is_used = false;
        for (const std::size_t i : numbers) {
          const verdict::ClassResult& result = results.results[i];
          for (std::size_t j = 0; j < result.findings.size(); ++j) {
            if (!is_about(suppressed.entries[n], result, result.findings[j])) continue;
            is_used = true;
            if (counts(result, result.findings[j])) suppressed.findings.try_emplace({i, j}, n);
          }
        }
        if (!is_used) suppressed.unused.push_back(n);
      }
    }
  }
}

bool has_ignore_comments(const verdict::Results& results) {
  return std::ranges::any_of(results.results, [](const verdict::ClassResult& result) {
    return !ignore_comments(result.source_text).empty() ||
           std::ranges::any_of(result.included, [](const verdict::IncludedFile& file) {
             return !ignore_comments(file.text).empty();
           });
  });
}

}  // namespace launchproof::reports

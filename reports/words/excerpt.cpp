#include "reports/words/excerpt.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

constexpr std::size_t kMostMacroLines = 12;

bool is_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         byte == '_' || byte >= 0x80;
}

bool is_operator(char c) {
  return std::string_view("+-*/%&|^<>=!~").find(c) != std::string_view::npos;
}

// Returns the end of the bracket that opens at `begin`, or `begin` if it is not closed on this line.
std::size_t after_bracket(std::string_view line, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '[' || line[i] == '(') ++depth;
    if ((line[i] == ']' || line[i] == ')') && --depth == 0) return i + 1;
  }
  return begin;
}

std::vector<std::string_view> names_in(std::string_view line) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < line.size();) {
    if (!is_name(line[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < line.size() && is_name(line[i])) ++i;
    names.push_back(line.substr(begin, i - begin));
  }
  return names;
}

// Returns the macro that a line defines, or nothing.
std::string defined_by(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return {};
  const std::vector<std::string_view> names = names_in(line.substr(hash));
  return names.size() > 1 && names[0] == "define" ? std::string(names[1]) : std::string();
}

}  // namespace

const verdict::IncludedFile* included_file(const verdict::ClassResult& result,
                                           const verdict::SourceLocation& location) {
  if (location.line == 0 || location.file == result.source) return nullptr;
  const auto found = std::ranges::find(result.included, location.file, &verdict::IncludedFile::name);
  return found == result.included.end() ? nullptr : &*found;
}

std::string_view text_at(const verdict::ClassResult& result, const verdict::SourceLocation& location) {
  if (const verdict::IncludedFile* file = included_file(result, location)) return file->text;
  return in_source(result, location) ? std::string_view(result.source_text) : std::string_view();
}

bool in_source(const verdict::ClassResult& result, const verdict::SourceLocation& location) {
  if (result.source_text.empty() || location.line == 0) return false;
  if (included_file(result, location) != nullptr) return false;
  if (location.file == result.source) return true;
  const std::filesystem::path named(location.file);
  return !named.filename().empty() && named.filename() == std::filesystem::path(result.source).filename();
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  const std::string cleaned = clean(text);
  std::size_t begin = 0;
  while (begin < cleaned.size()) {
    const std::size_t end = std::min(cleaned.find('\n', begin), cleaned.size());
    lines.push_back(cleaned.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::optional<std::string_view> line_of(std::string_view text, std::uint32_t number) {
  if (number == 0) return std::nullopt;
  for (std::uint32_t at = 1; !text.empty(); ++at) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (at == number) {
      const std::string_view line = text.substr(0, end);
      return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

Range mark_at(std::string_view line, std::uint32_t column) {
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  if (column == 0 || column > line.size()) return {first, line.size()};
  const std::size_t begin = column - 1;
  std::size_t end = begin;
  if (is_name(line[begin])) {
    while (end < line.size() && is_name(line[end])) ++end;
    while (end < line.size() && (line[end] == '[' || line[end] == '(')) {
      const std::size_t after = after_bracket(line, end);
      if (after == end) break;
      end = after;
    }
  } else if (is_operator(line[begin])) {
    while (end < line.size() && is_operator(line[end])) ++end;
  } else {
    end = begin + 1;
  }
  return {begin, end};
}

std::vector<std::uint32_t> macro_lines(const std::vector<std::string>& lines,
                                       const std::vector<std::uint32_t>& numbers) {
  // By name, ascending.
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> definitions;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const std::string name = defined_by(lines[i]);
    if (!name.empty()) definitions[name].push_back(i + 1);
  }
  std::set<std::uint32_t> found;
  // A line, and the place of the macro use that led to it.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;
  for (const std::uint32_t number : numbers)
    if (number != 0 && number <= lines.size()) open.emplace_back(number, number);
  while (!open.empty() && found.size() < kMostMacroLines) {
    const auto [number, use] = open.back();
    open.pop_back();
    const std::string& line = lines[number - 1];
    // A backslash continues a definition.
    if (line.ends_with('\\') && number < lines.size() && number != use && found.insert(number + 1).second)
      open.emplace_back(number + 1, use);
    for (const std::string_view name : names_in(line)) {
      const auto known = definitions.find(name);
      if (known == definitions.end()) continue;
      const auto after = std::ranges::lower_bound(known->second, use);
      if (after == known->second.begin()) continue;
      if (found.insert(*(after - 1)).second) open.emplace_back(*(after - 1), use);
    }
  }
  return {found.begin(), found.end()};
}

std::vector<ExcerptLine> excerpt(const verdict::ClassResult& result, const verdict::IncludedFile* file,
                                 const std::vector<verdict::SourceLocation>& locations,
                                 std::size_t line_count, std::uint32_t context,
                                 const std::vector<std::uint32_t>& others) {
  std::map<std::uint32_t, std::vector<std::size_t>> shown;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const verdict::SourceLocation& location = locations[i];
    const bool is_here =
        file == nullptr ? in_source(result, location) : included_file(result, location) == file;
    if (!is_here || location.line > line_count) continue;
    const std::uint32_t first = location.line > context ? location.line - context : 1;
    const auto last = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{location.line} + context, line_count));
    for (std::uint32_t line = first; line <= last; ++line) shown.try_emplace(line);
    shown[location.line].push_back(i);
  }
  for (const std::uint32_t line : others)
    if (line != 0 && line <= line_count) shown.try_emplace(line);
  std::vector<ExcerptLine> lines;
  for (const auto& [number, marks] : shown) {
    if (!lines.empty() && lines.back().number + 1 != number) lines.push_back({});
    lines.push_back({.number = number, .locations = marks});
  }
  return lines;
}

}  // namespace launchproof::reports

#include "verify/verdict/fingerprint.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "verify/verdict/digest.h"

namespace launchproof::verdict {
namespace {

constexpr char kEnd = '\x01';  // end of a piece; names do not contain this byte

using Place = std::vector<std::tuple<std::string, std::uint32_t, std::uint32_t>>;

// Returns the name of a file in fingerprints; for the class's source, the name under which it was recorded.
std::string name_of(const ClassResult& result, const std::string& file) {
  return stable_name(!result.recorded_as.empty() && file == result.source ? result.recorded_as : file);
}

// The lines of a class's source without their blanks.
class Lines {
 public:
  explicit Lines(const ClassResult& result)
      : d_shown(result.source), d_source(name_of(result, result.source)) {
    std::string line;
    for (const char c : result.source_text) {
      if (c == '\n') {
        add(std::exchange(line, {}));
      } else if (c != ' ' && c != '\t' && c != '\r') {
        line += c;
      }
    }
    add(std::move(line));
  }

  std::string name(const SourceLocation& location) const {
    return location.file == d_shown ? d_source : stable_name(location.file);
  }

  // Adds the line's text and its index among the lines with this text. If the text is unknown (an included
  // file), adds the place itself.
  std::string at(const SourceLocation& location) const {
    if (location.line == 0) return {};
    if (location.line > d_lines.size() || name(location) != d_source)
      return "at " + std::to_string(location.line) + ":" + std::to_string(location.column);
    const auto& [text, number] = d_lines[location.line - 1];
    return text + kEnd + std::to_string(number);
  }

 private:
  void add(std::string line) {
    const std::size_t number = ++d_equal[line];
    d_lines.emplace_back(std::move(line), number);
  }

  std::string d_shown;
  std::string d_source;
  std::vector<std::pair<std::string, std::size_t>> d_lines;
  std::map<std::string, std::size_t> d_equal;
};

void add(std::string& key, std::string_view piece) {
  key += piece;
  key += kEnd;
}

void add(std::string& key, const SourceLocation& location, const Lines& lines) {
  add(key, lines.name(location));
  add(key, location.role);
  add(key, lines.at(location));
}

std::string head(const ClassResult& result, Property property) {
  std::string key;
  add(key, result.kernel);
  add(key, name_of(result, result.source));
  add(key, name(property));
  return key;
}

std::string key_of(const ClassResult& result, const Finding& finding, const Lines& lines) {
  std::string key = head(result, finding.property);
  add(key, finding.kind);
  for (const SourceLocation& location : finding.locations) add(key, location, lines);
  // A macro in the line may now refer to another array.
  if (finding.witness)
    for (const WorkItem& item : finding.witness->work_items) add(key, item.array);
  return key;
}

Place place_of(const ClassResult& result, const Finding& finding) {
  Place place;
  for (const SourceLocation& location : finding.locations)
    place.emplace_back(name_of(result, location.file), location.line, location.column);
  return place;
}

// "program-b12f8880081d.cl", "program-b12f8880081d.ptx" or "program 3b7f21c09d": names of recorded programs
// without a file.
bool is_digest_name(std::string_view name) {
  constexpr std::string_view kBegin = "program";
  constexpr std::size_t kLeastDigits = 10;
  if (!name.starts_with(kBegin)) return false;
  name.remove_prefix(kBegin.size());
  for (const std::string_view ending : {".cl", ".ptx"})
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  return name.size() > kLeastDigits && (name[0] == '-' || name[0] == ' ') &&
         name.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

}  // namespace

std::string stable_name(const std::string& file) {
  const std::size_t slash = file.find_last_of('/');
  const std::string name = file.substr(slash + 1);
  if (is_digest_name(name)) return "program";
  // A checkout may be anywhere; within it, folders distinguish files with the same name.
  if (slash == std::string::npos || !file.starts_with('/')) return file;
  const std::size_t folder = slash == 0 ? std::string::npos : file.find_last_of('/', slash - 1);
  return folder == std::string::npos ? name : file.substr(folder + 1);
}

std::vector<std::vector<std::string>> fingerprints(const Results& results) {
  std::map<std::string, std::set<Place>> places;
  std::vector<std::vector<std::string>> found;
  std::optional<Lines> lines;
  const ClassResult* of = nullptr;  // classes of one program are adjacent
  for (const ClassResult& result : results.results) {
    found.emplace_back();
    if (result.findings.empty()) continue;
    if (of == nullptr || of->source != result.source || of->source_text != result.source_text)
      lines.emplace(result);
    of = &result;
    for (const Finding& finding : result.findings) {
      found.back().push_back(key_of(result, finding, *lines));
      places[found.back().back()].insert(place_of(result, finding));
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t j = 0; j < found[i].size(); ++j) {
      std::string& key = found[i][j];
      const std::set<Place>& all = places.at(key);
      const auto number =
          std::distance(all.begin(), all.find(place_of(results.results[i], results.results[i].findings[j])));
      key += std::to_string(number);
      key = digest(key);
    }
  }
  return found;
}

std::string undecided_fingerprint(const ClassResult& result, Property property) {
  std::string key = head(result, property);
  const auto entry = result.properties.find(property);
  if (entry == result.properties.end()) {
    add(key, name(result.verdict));
    return digest(key);
  }
  add(key, name(entry->second.verdict));
  std::set<std::string> causes;
  const bool placed = std::any_of(entry->second.causes.begin(), entry->second.causes.end(),
                                  [](const Approximation& cause) { return cause.location.line != 0; });
  const Lines lines(placed ? result : ClassResult{});
  for (const Approximation& cause : entry->second.causes) {
    std::string text;
    add(text, name(cause.cause));
    add(text, cause.location, lines);
    causes.insert(std::move(text));
  }
  for (const std::string& cause : causes) add(key, cause);
  return digest(key);
}

}  // namespace launchproof::verdict

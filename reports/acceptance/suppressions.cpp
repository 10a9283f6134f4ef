#include "reports/acceptance/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reports/words/source_paths.h"
#include "reports/words/words.h"
#include "verify/verdict/fingerprint.h"

namespace launchproof::reports {
namespace {

using Json = nlohmann::ordered_json;

struct Field {
  std::string_view key;
  std::string Suppression::* member;
};
constexpr std::array<Field, 7> kFields{{{"kernel", &Suppression::kernel},
                                        {"file", &Suppression::file},
                                        {"property", &Suppression::property},
                                        {"kind", &Suppression::kind},
                                        {"fingerprint", &Suppression::fingerprint},
                                        {"reason", &Suppression::reason},
                                        {"expires", &Suppression::expires}}};

// A place in a file, for messages.
struct Place {
  std::string name;

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(name + ": " + what + " (docs/ci.md describes the file)");
  }
};

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         byte == '_' || byte >= 0x80;
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_letter);
}

// The file's extension (`*.cl`) does not restrict anything.
bool names_a_file(std::string_view pattern) {
  const std::size_t slash = pattern.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? pattern : pattern.substr(slash + 1);
  return has_letter(last.substr(0, last.rfind('.'))) ||
         (slash != std::string_view::npos && has_letter(pattern.substr(0, slash)));
}

bool matches_everything(const Suppression& entry) {
  return entry.fingerprint.empty() && !has_letter(entry.kernel) && !names_a_file(entry.file);
}

unsigned number(std::string_view digits) {
  unsigned value = 0;
  for (const char digit : digits) value = value * 10 + static_cast<unsigned>(digit - '0');
  return value;
}

bool is_date(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  }
  const unsigned year = number(text.substr(0, 4));
  const unsigned month = number(text.substr(5, 2));
  const unsigned day = number(text.substr(8, 2));
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const std::array<unsigned, 12> days{31, leap ? 29U : 28U, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return day <= days.at(month - 1);
}

bool is_fingerprint(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void check(const Suppression& entry, const Place& place, bool force) {
  if (entry.reason.find_first_not_of(" \t\n") == std::string::npos)
    place.fail("\"reason\" is missing or empty; say why this is acceptable");
  if (entry.expires.empty())
    place.fail(R"("expires" is missing; give the last day as "2027-01-31", or "never")");
  if (entry.expires != "never" && !is_date(entry.expires)) {
    place.fail(fmt::format("\"expires\": `{}` is not a date; write it as \"2027-01-31\", or \"never\"",
                           clean(entry.expires)));
  }
  if (!entry.property.empty() && !verdict::parse_property(entry.property)) {
    place.fail(fmt::format("\"property\": `{}` is not a property; docs/verdicts.md lists them",
                           clean(entry.property)));
  }
  if (!entry.fingerprint.empty() && !is_fingerprint(entry.fingerprint)) {
    place.fail(fmt::format("\"fingerprint\": `{}` is not 16 hexadecimal digits; copy it from a report",
                           clean(entry.fingerprint)));
  }
  if (!force && matches_everything(entry)) {
    place.fail(
        "this matches everything, because it names no kernel, file or fingerprint; name one, or "
        "allow it with --force");
  }
}

Suppression entry_of(const Json& json, const Place& place) {
  if (!json.is_object()) place.fail(fmt::format("expected an object, found {}", json.type_name()));
  Suppression entry;
  for (const auto& [key, value] : json.items()) {
    const auto* const field =
        std::find_if(kFields.begin(), kFields.end(), [&](const Field& one) { return one.key == key; });
    // A misspelt word would make the suppression match more than intended.
    if (field == kFields.end()) {
      place.fail(fmt::format(
          "\"{}\" is not known; the keys are kernel, file, property, kind, fingerprint, reason, expires",
          clean(key)));
    }
    if (!value.is_string())
      place.fail(fmt::format("\"{}\": expected a string, found {}", key, value.type_name()));
    const std::string text = value.get<std::string>();
    if (text.empty() && field->member != &Suppression::reason)
      place.fail(fmt::format("\"{}\" is empty; leave it out, or say what it must be", key));
    entry.*field->member = text;
  }
  return entry;
}

// Finds keys that occur twice in one object. The parser only keeps the last value of such a key, and would
// silently lose the first.
class RepeatedKeys {
 public:
  // The parser's callback.
  bool operator()(int /*depth*/, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) d_open.emplace_back();
    if (event == Json::parse_event_t::object_end) d_open.pop_back();
    if (event == Json::parse_event_t::key && !d_open.back().insert(value.get<std::string>()).second &&
        d_first.empty())
      d_first = value.get<std::string>();
    return true;
  }
  // Returns an empty text if each object gives each key once.
  const std::string& first() const { return d_first; }

 private:
  std::vector<std::set<std::string>> d_open;
  std::string d_first;
};

Json parse(const std::string& text, const std::string& name) {
  try {
    RepeatedKeys repeated;
    Json document = Json::parse(text, std::ref(repeated), true, true);  // comments may stand in it
    if (!repeated.first().empty())
      Place{name}.fail(fmt::format("\"{}\" is given twice in one object; keep one", clean(repeated.first())));
    return document;
  } catch (const Json::parse_error& error) {
    const std::size_t offset = std::min<std::size_t>(error.byte == 0 ? 0 : error.byte - 1, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    const char* cause = offset >= text.size() ? "the file ends too early" : "this is not valid JSON";
    Place{fmt::format("{}, line {}", name, line)}.fail(cause);
  }
}

// Returns whether the pattern matches the whole text.
bool fits(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last `*`, and the end of the text that it matches so far
  std::size_t end = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      end = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool fits_or_absent(std::string_view pattern, std::string_view text) {
  return pattern.empty() || fits(pattern, text);
}

bool fits_file(std::string_view pattern, std::string_view file) {
  return fits_or_absent(pattern, file) || fits_or_absent(pattern, file.substr(file.find_last_of('/') + 1));
}

bool means(const Suppression& entry, const verdict::ClassResult& result, const verdict::Finding& finding,
           const std::string& fingerprint, const ShownNames& names) {
  const std::string file = finding.locations.empty() || finding.locations.front().file.empty()
                               ? result.source
                               : finding.locations.front().file;
  const auto shown = names.find(file);
  return fits_or_absent(entry.kernel, result.kernel) &&
         (fits_file(entry.file, file) || (shown != names.end() && fits_file(entry.file, shown->second))) &&
         (entry.property.empty() || entry.property == name(finding.property)) &&
         fits_or_absent(entry.kind, finding.kind) &&
         (entry.fingerprint.empty() || entry.fingerprint == fingerprint);
}

}  // namespace

std::vector<Suppression> read_suppressions(const std::string& text, const std::string& name, bool force) {
  const Json document = parse(text, name);
  const Place top{name};
  if (!document.is_object() || !document.contains("schema") || document["schema"] != kSuppressionSchema) {
    top.fail(
        fmt::format("this is not a suppression file; its \"schema\" must be \"{}\"", kSuppressionSchema));
  }
  for (const auto& [key, value] : document.items()) {
    if (key != "schema" && key != "suppressions")
      top.fail(fmt::format("\"{}\" is not known; the keys are schema and suppressions", clean(key)));
  }
  if (!document.contains("suppressions") || !document["suppressions"].is_array())
    top.fail("\"suppressions\" is missing or no list");
  std::vector<Suppression> entries;
  for (const Json& json : document["suppressions"]) {
    const Place place{fmt::format("{}, suppressions[{}]", name, entries.size())};
    entries.push_back(entry_of(json, place));
    check(entries.back(), place, force);
  }
  return entries;
}

Suppressed suppress(const verdict::Results& results, std::vector<Suppression> entries,
                    const std::string& today) {
  Suppressed suppressed{
      .entries = std::move(entries), .findings = {}, .unused = {}, .expired = {}, .malformed = {}};
  const auto fingerprints = verdict::fingerprints(results);
  const ShownNames names = shown_names(results);
  std::set<std::size_t> used;
  for (std::size_t n = 0; n < suppressed.entries.size(); ++n) {
    const Suppression& entry = suppressed.entries[n];
    if (entry.expires != "never" && entry.expires < today) {
      suppressed.expired.push_back(n);
      continue;
    }
    for (std::size_t i = 0; i < results.results.size(); ++i) {
      const verdict::ClassResult& result = results.results[i];
      for (std::size_t j = 0; j < result.findings.size(); ++j) {
        if (!counts(result, result.findings[j]) ||
            !means(entry, result, result.findings[j], fingerprints[i][j], names))
          continue;
        used.insert(n);
        suppressed.findings.try_emplace({i, j}, n);
      }
    }
    if (!used.contains(n)) suppressed.unused.push_back(n);
  }
  return suppressed;
}

std::string text_of(const Suppression& entry) {
  std::string text;
  for (const Field& field : kFields) {
    const std::string& value = entry.*field.member;
    if (value.empty() || field.member == &Suppression::reason || field.member == &Suppression::expires)
      continue;
    const bool pattern = field.member != &Suppression::property && field.member != &Suppression::fingerprint;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", field.key, pattern ? "`" + value + "`" : value);
  }
  return text.empty() ? "everything" : text;
}

}  // namespace launchproof::reports

#include "reports/words/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/verdict/schema.h"

namespace launchproof::reports {
namespace {

// Returns the length of the well-formed UTF-8 sequence at the start of `text` (RFC 3629), or 0 if there is
// none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto tail = [&](std::size_t i, unsigned low, unsigned high) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return tail(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : 0xBF;
    return tail(1, low, high) && tail(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
    return tail(1, low, high) && tail(2, 0x80, 0xBF) && tail(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

// C0 and C1 controls, and marks that reorder text and can therefore disguise source.
bool is_dangerous(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return (first < 0x20 && first != '\t' && first != '\n') || first == 0x7F;
  if (sequence.size() == 2) return first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
  return (sequence >= "\xE2\x80\xAA" && sequence <= "\xE2\x80\xAE") ||
         (sequence >= "\xE2\x81\xA6" && sequence <= "\xE2\x81\xA9") || sequence == "\xE2\x80\x8E" ||
         sequence == "\xE2\x80\x8F";
}

}  // namespace

std::string count_of(std::uint64_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string seconds_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "?";
  if (seconds < 0.0005) return "<1 ms";
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
  return fmt::format("{:.1f} s", seconds);
}

std::string triple(const std::array<std::uint64_t, 3>& id) {
  return fmt::format("({}, {}, {})", id[0], id[1], id[2]);
}

std::string place(const verdict::SourceLocation& location) {
  std::string text = location.file.empty() ? "?" : location.file;
  if (location.line != 0) text += fmt::format(":{}", location.line);
  if (location.line != 0 && location.column != 0) text += fmt::format(":{}", location.column);
  return text;
}

std::string bytes_text(std::uint64_t offset, std::uint64_t bytes) {
  const auto first = static_cast<std::int64_t>(offset);
  if (bytes <= 1) return fmt::format("byte {}", first);
  return fmt::format("bytes {}..{}", first, static_cast<std::int64_t>(offset + bytes - 1));
}

std::string meeting_text(const verdict::Witness& witness) {
  std::string text;
  if (witness.address && witness.work_items.size() > 1) {
    text =
        fmt::format("they meet at byte {} of the memory object", static_cast<std::int64_t>(*witness.address));
  }
  if (witness.array_bytes) {
    const std::string array = witness.work_items.empty() ? "" : witness.work_items.back().array;
    text +=
        fmt::format("{}{} has {}", text.empty() ? "" : "; ", array.empty() ? "the array" : "`" + array + "`",
                    count_of(*witness.array_bytes, "byte", "bytes"));
  }
  return text;
}

std::string_view standing(const verdict::Finding& finding, bool counts_as_defect) {
  if (!counts_as_defect) return finding.kind == verdict::kInnerArray ? "note" : "benign";
  switch (finding.confirmation) {
    case verdict::Confirmation::Exact:
      return "defect";
    case verdict::Confirmation::Replayed:
      return "defect (confirmed)";
    case verdict::Confirmation::Unconfirmed:
      return "possible defect";
    case verdict::Confirmation::Refuted:
      return "error";
  }
  return "";
}

std::string_view meaning(verdict::Confirmation confirmation) {
  switch (confirmation) {
    case verdict::Confirmation::Exact:
      return "exact: nothing in the question was approximated";
    case verdict::Confirmation::Replayed:
      return "confirmed: the launch was executed and did this";
    case verdict::Confirmation::Unconfirmed:
      return "not confirmed: depends on the named approximations";
    case verdict::Confirmation::Refuted:
      return "contradicted: the launch was executed and did not do this";
  }
  return "";
}

std::string confirmation_text(const verdict::Finding& finding) {
  std::string text(meaning(finding.confirmation));
  if (finding.replay.empty()) return text;
  const bool says_so = finding.confirmation != verdict::Confirmation::Exact ||
                       finding.replay.starts_with(verdict::kNotReplayed);
  return text + "; " + (says_so ? "" : std::string(verdict::kNotReplayed)) + finding.replay;
}

bool counts(const verdict::ClassResult& result, const verdict::Finding& finding) {
  if (!finding.benign) return true;
  // A benign finding counts if nothing else explains that its property is a defect.
  const auto answer = result.properties.find(finding.property);
  if (answer == result.properties.end()) return false;
  const bool bad = answer->second.verdict == verdict::Verdict::Defect ||
                   answer->second.verdict == verdict::Verdict::PossibleDefect;
  if (!bad) return false;
  return std::none_of(result.findings.begin(), result.findings.end(), [&](const verdict::Finding& other) {
    return other.property == finding.property && !other.benign;
  });
}

std::string clean(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, length == 0 ? 1 : length);
    const bool line_end = sequence == "\r" && text.size() > 1 && text[1] == '\n';
    if (length == 0 || (is_dangerous(sequence) && !line_end)) {
      result += kReplacement;
    } else if (!line_end) {
      result += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return result;
}

bool is_compile_error(const verdict::ClassResult& result) {
  return !result.properties.empty() && result.findings.empty() &&
         std::ranges::all_of(result.properties, [&](const auto& entry) {
           const verdict::PropertyResult& answer = entry.second;
           return answer.verdict == verdict::Verdict::Error && answer.causes.size() == 1 &&
                  answer.causes.front().cause == verdict::Cause::CompileError &&
                  answer.reason == result.properties.begin()->second.reason;
         });
}

}  // namespace launchproof::reports

// Small phrases that the reports share.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "verify/verdict/results.h"

namespace launchproof::reports {

std::string count_of(std::uint64_t count, std::string_view singular, std::string_view plural);  // "1 launch"
std::string seconds_text(double seconds);                    // "12 ms", "3.4 s"
std::string triple(const std::array<std::uint64_t, 3>& id);  // "(3, 0, 0)"
std::string place(const verdict::SourceLocation& location);  // "k.cl:12:5", without unknown parts
// Returns "bytes 12..15". Offsets before the start of the array are negative numbers in two's complement.
std::string bytes_text(std::uint64_t offset, std::uint64_t bytes);
// Returns "they meet at byte 256 of the memory object; `partial` has 1024 bytes", without unknown parts.
std::string meeting_text(const verdict::Witness& witness);

// Returns "defect", "possible defect" or, for a finding that does not count, "benign" (a race in which all
// write the same bytes) or "note" (verdict::kInnerArray).
std::string_view standing(const verdict::Finding& finding, bool counts_as_defect);
// Returns the meaning of the confirmation as a clause.
std::string_view meaning(verdict::Confirmation confirmation);
// Returns the meaning of this finding's confirmation, with the outcome of its replay.
std::string confirmation_text(const verdict::Finding& finding);

// Returns whether a benign finding counts, as `--strict` decided when the class was concluded.
bool counts(const verdict::ClassResult& result, const verdict::Finding& finding);

// Returns valid UTF-8 without control characters other than tab and newline. Control characters and invalid
// bytes become U+FFFD.
std::string clean(std::string_view text);

// Returns whether nothing in the class was examined because its program does not compile. All properties then
// have the compiler's message as their reason, which is the same for all classes of one program.
bool is_compile_error(const verdict::ClassResult& result);

}  // namespace launchproof::reports

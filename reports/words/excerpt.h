// Finds the lines of a class's source around the places of a finding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns whether the location is in the file whose text is the class's `source_text`.
bool in_source(const verdict::ClassResult& result, const verdict::SourceLocation& location);

// Returns the included file that contains the location, or null.
const verdict::IncludedFile* included_file(const verdict::ClassResult& result,
                                           const verdict::SourceLocation& location);

// Returns the text that contains the location; empty if it is unknown.
std::string_view text_at(const verdict::ClassResult& result, const verdict::SourceLocation& location);

// Returns the lines of a text, cleaned for display, without line ends.
std::vector<std::string> lines_of(std::string_view text);

// Returns the unmodified line of a text without its line end; nothing if the text has no such line. Lines are
// numbered from 1.
std::optional<std::string_view> line_of(std::string_view text, std::uint32_t number);

// A half-open range of bytes of a line.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the range to mark for a location at `column` (from 1, in bytes; 0 if unknown): the name with its
// subscripts, the operator, or, without a column, the line without its indentation.
Range mark_at(std::string_view line, std::uint32_t column);

// Returns the numbers of the lines that define macros used on these lines, including macros that these
// definitions use. For each name, it is the last `#define` before the use. Works on the text only and does
// not evaluate conditionals.
std::vector<std::uint32_t> macro_lines(const std::vector<std::string>& lines,
                                       const std::vector<std::uint32_t>& numbers);

struct ExcerptLine {
  std::uint32_t number = 0;            // from 1; 0 marks omitted lines
  std::vector<std::size_t> locations;  // indices of the locations on this line
};

// Returns the lines within `context` lines of any location in the file, and the lines `others`, in ascending
// order. `file` is an included file; null: the class's source.
std::vector<ExcerptLine> excerpt(const verdict::ClassResult& result, const verdict::IncludedFile* file,
                                 const std::vector<verdict::SourceLocation>& locations,
                                 std::size_t line_count, std::uint32_t context,
                                 const std::vector<std::uint32_t>& others = {});

}  // namespace launchproof::reports

// Text for terminals: optional colours, and columns counted the way a terminal shows them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::reports {

enum class Style : unsigned char { Plain, Bold, Faint, Good, Bad, Doubtful, Note };

Style style_of(verdict::Verdict verdict);

class Paint {
 public:
  explicit Paint(bool colours) : d_colours(colours) {}
  std::string operator()(Style style, std::string_view text) const;

 private:
  bool d_colours;
};

// Returns the number of columns of valid UTF-8 text: wide East Asian characters and emoji take two, combining
// marks none.
std::size_t columns(std::string_view text);

// Returns the text padded with spaces to `width` columns, or cut to `width` with "..." at the end.
std::string padded(std::string_view text, std::size_t width);
std::string cut(std::string_view text, std::size_t width);

// Returns one line: valid UTF-8 in which every control character is replaced.
std::string one_line(std::string_view text);

}  // namespace launchproof::reports

// Carries the calls that a compiler inlined before it wrote PTX through the program that is compiled in its
// place: lines hold the number of their call, and a comment at the end lists the calls.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace launchproof::frontend::ptx {

struct CallSite {
  std::string file;
  unsigned line = 0;
  unsigned inlined_at = 0;  // number of the call that brought it there, from 1; 0: none

  bool operator==(const CallSite&) const = default;
};

// A line and the number of its call.
struct LineOfCall {
  unsigned line = 0;
  unsigned call = 0;  // 0: none

  bool operator==(const LineOfCall&) const = default;
};

// Returns whether a line number has room for lines up to this one, and for so many calls. Where it has not,
// the program carries no calls.
bool may_hold(unsigned largest_line, std::size_t calls);

// Returns a line number for a `#line` directive that holds both. Requires that may_hold() has said so.
unsigned numbered_line(unsigned line, unsigned call);

// Returns what numbered_line() put together.
LineOfCall line_of(unsigned numbered);

// Returns the comment for the end of the program; empty if there are no calls.
std::string comment_of(const std::vector<CallSite>& calls);

// Returns the calls that the comment at the end of the program lists.
std::vector<CallSite> calls_in(std::string_view program);

}  // namespace launchproof::frontend::ptx

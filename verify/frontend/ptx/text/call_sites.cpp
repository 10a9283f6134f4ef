#include "verify/frontend/ptx/text/call_sites.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace launchproof::frontend::ptx {
namespace {

// `#line` takes numbers below 2^31.
constexpr unsigned kLineBits = 17;
constexpr unsigned kLines = 1U << kLineBits;
constexpr unsigned kCalls = 1U << (31 - kLineBits);

constexpr std::string_view kHeading = "\n// calls that were inlined: line, call around it, file\n";

unsigned take_number(std::string_view& text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return error == std::errc() ? value : 0;
}

}  // namespace

bool may_hold(unsigned largest_line, std::size_t calls) {
  return largest_line < kLines && calls < kCalls;
}

unsigned numbered_line(unsigned line, unsigned call) {
  return call << kLineBits | line;
}

LineOfCall line_of(unsigned numbered) {
  return {numbered & (kLines - 1), numbered >> kLineBits};
}

std::string comment_of(const std::vector<CallSite>& calls) {
  if (calls.empty()) return {};
  std::string text(kHeading);
  for (const CallSite& call : calls) {
    text += "// " + std::to_string(call.line) + " " + std::to_string(call.inlined_at) + " ";
    for (const char c : call.file)
      if (c != '\n' && c != '\r') text += c;
    text += " .\n";  // a backslash at the end would continue the comment
  }
  return text;
}

std::vector<CallSite> calls_in(std::string_view program) {
  std::vector<CallSite> calls;
  const std::size_t at = program.rfind(kHeading);
  if (at == std::string_view::npos) return calls;
  program.remove_prefix(at + kHeading.size());
  while (program.starts_with("// ")) {
    std::string_view line = program.substr(3, program.find('\n') - 3);
    program.remove_prefix(std::min(program.size(), line.size() + 4));
    CallSite call;
    call.line = take_number(line);
    call.inlined_at = take_number(line);
    call.file = line.substr(0, line.rfind(" ."));
    if (call.inlined_at > calls.size() + 1) call.inlined_at = 0;
    calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace launchproof::frontend::ptx

#include "reports/words/call_site.h"

namespace launchproof::reports {
namespace {

// Removes text in brackets, and returns the part before the first blank. Operators keep their brackets, which
// may be part of their names.
std::string short_function(std::string_view name) {
  if (name.find("operator") != std::string_view::npos) return std::string(name);
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) out += c;
    if (c == '>' || c == ')') depth -= depth > 0 ? 1 : 0;
  }
  while (out.ends_with(' ')) out.pop_back();
  for (const std::string_view suffix : {" const", " volatile"})
    if (out.ends_with(suffix)) out.resize(out.size() - suffix.size());
  // Results of earlier versions have the second form.
  if (out == "an unknown function" || out.starts_with("a function without")) return out;
  return out.substr(out.rfind(' ') + 1);
}

// Returns where " and 3 other places" begins at the end of the text, or the text's size.
std::size_t others_begin(std::string_view text) {
  constexpr std::string_view kAnd = " and ";
  const auto begin = text.rfind(kAnd);
  if (begin == std::string_view::npos) return text.size();
  const std::string_view count = text.substr(begin + kAnd.size());
  const auto digits = count.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return text.size();
  const std::string_view rest = count.substr(digits);
  return rest == " other place" || rest == " other places" ? begin : text.size();
}

// Returns where " (module+0x1a2b)" begins at the end of the text, or the text's size.
std::size_t module_begin(std::string_view text) {
  const auto begin = text.rfind(" (");
  if (begin == std::string_view::npos || !text.ends_with(')')) return text.size();
  const std::string_view inside = text.substr(begin + 2, text.size() - begin - 3);
  const auto offset = inside.rfind("+0x");
  if (offset == std::string_view::npos || inside.find_first_of("()") != std::string_view::npos)
    return text.size();
  const std::string_view digits = inside.substr(offset + 3);
  const bool is_number =
      !digits.empty() && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_number ? begin : text.size();
}

}  // namespace

std::string short_call_site(std::string_view call_site) {
  const std::string others(call_site.substr(others_begin(call_site)));
  std::string text(call_site.substr(0, call_site.size() - others.size()));
  std::string place;
  if (const auto inlined = text.find(", inlined into "); inlined != std::string::npos) text.resize(inlined);
  text.resize(module_begin(text));
  if (const auto at = text.rfind(" at "); at != std::string::npos) {
    const std::string file = text.substr(at + 4);
    place = " at " + file.substr(file.rfind('/') + 1);
    text.resize(at);
  }
  const std::string function = short_function(text);
  return (function.empty() ? text : function) + place + others;
}

}  // namespace launchproof::reports

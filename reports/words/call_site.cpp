#include "reports/words/call_site.h"

#include <regex>

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

}  // namespace

std::string short_call_site(std::string_view call_site) {
  static const std::regex kOthers(" and \\d+ other places?$");
  static const std::regex kModule(" \\([^()]*\\+0x[0-9a-f]+\\)$");
  std::string text(call_site), others, place;
  std::smatch found;
  if (std::regex_search(text, found, kOthers)) {
    others = found.str();
    text.resize(text.size() - others.size());
  }
  if (const auto inlined = text.find(", inlined into "); inlined != std::string::npos) text.resize(inlined);
  if (std::regex_search(text, found, kModule)) text.resize(text.size() - found.str().size());
  if (const auto at = text.rfind(" at "); at != std::string::npos) {
    const std::string file = text.substr(at + 4);
    place = " at " + file.substr(file.rfind('/') + 1);
    text.resize(at);
  }
  const std::string function = short_function(text);
  return (function.empty() ? text : function) + place + others;
}

}  // namespace launchproof::reports

#include "cli/jobs/boogie_axioms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "cli/options/text_file.h"
#include "cli/options/usage_error.h"
#include "cli/verification/verification.h"

namespace launchproof::cli {
namespace {

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '#';
}

// Returns the word at or after a place, and moves the place behind it; empty if there is none.
std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size() && !is_of_name(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && is_of_name(text[at])) ++at;
  return text.substr(begin, at - begin);
}

bool has_word(std::string_view text, std::string_view wanted) {
  for (std::size_t at = 0; at < text.size();)
    if (next_word(text, at) == wanted) return true;
  return false;
}

// Returns the text without comments and attributes, such as `{:bvbuiltin "bvadd"}`.
std::string declarations_of(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i).starts_with("/*")) {
      i = std::min(text.find("*/", i + 2), text.size() - 1) + 1;
    } else if (text.substr(i).starts_with("{:")) {
      i = std::min(text.find('}', i), text.size());
    } else {
      result += text[i];
      continue;
    }
    result += ' ';
  }
  return result;
}

}  // namespace

void check_axioms_unused(const std::string& file, const std::string& kernel_text) {
  const std::string text = declarations_of(read_text_file(file));
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view kind = next_word(text, at);
    if (kind != "function" && kind != "procedure") continue;
    std::string_view name = next_word(text, at);
    if (name.starts_with('$')) name.remove_prefix(1);  // prefix that Bugle adds to C names
    if (name.empty() || !has_word(kernel_text, name)) continue;
    throw UsageError(
        fmt::format("--boogie-file: the kernel uses {}, which {} declares, and Launchproof does not read "
                    "axioms; define the function in the kernel file, or state its result with "
                    "__ensures, and leave the option out",
                    name, file));
  }
}

}  // namespace launchproof::cli

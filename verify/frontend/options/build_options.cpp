#include "verify/frontend/options/build_options.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace launchproof::frontend {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
}

// Options that only control code generation, diagnostics or metadata of other compilers.
bool is_dropped(std::string_view option) {
  static constexpr std::array kDropped{
      "-cl-opt-disable",     "-cl-denorms-are-zero", "-cl-strict-aliasing",  "-cl-kernel-arg-info",
      "-cl-no-subgroup-ifp", "-create-library",      "-enable-link-options", "-g"};
  if (std::find(kDropped.begin(), kDropped.end(), option) != kDropped.end()) return true;
  return option.starts_with("-O") && option.size() <= 3;
}

// Options that let a device compute sums, products and quotients differently from IEEE 754.
bool is_relaxing(std::string_view option) {
  static constexpr std::array kRelaxing{"-cl-mad-enable", "-cl-no-signed-zeros",
                                        "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"};
  return std::find(kRelaxing.begin(), kRelaxing.end(), option) != kRelaxing.end();
}

// Options under which a device may assume that no float is infinite or a NaN.
bool is_finite_math(std::string_view option) {
  return option == "-cl-finite-math-only" || option == "-cl-fast-relaxed-math";
}

bool is_language(std::string_view value) {
  static constexpr std::array kLanguages{"CL",    "CL1.0", "CL1.1",    "CL1.2",    "CL2.0",
                                         "CL3.0", "CLC++", "CLC++1.0", "CLC++2021"};
  return std::find(kLanguages.begin(), kLanguages.end(), value) != kLanguages.end();
}

}  // namespace

std::vector<std::string> split_options(const std::string& text, bool& unterminated) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size() &&
                         (quote == 0 || text[i + 1] == '"' || text[i + 1] == '\\');
    if (escapes) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (is_blank(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  unterminated = quote != 0;
  return words;
}

BuildOptions parse_build_options(const std::string& text) {
  BuildOptions options;
  bool unterminated = false;
  const std::vector<std::string> words = split_options(text, unterminated);
  if (unterminated) options.errors.push_back("the build options have an unterminated quote: " + text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string_view flag = std::string_view(word).substr(0, 2);
    if (flag == "-D" || flag == "-U" || flag == "-I") {
      std::string value = word.substr(2);
      if (value.empty() && i + 1 < words.size()) value = words[++i];
      if (value.empty())
        options.errors.push_back("the build option " + std::string(flag) + " lacks its value");
      else
        options.preprocessor.push_back(std::string(flag) + value);
    } else if (word.starts_with("-cl-std=")) {
      for (const char c : word.substr(8))
        options.language += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      if (!is_language(options.language))
        options.errors.push_back("the build option " + word +
                                 " names no OpenCL C version (CL1.0 to CL3.0, CLC++1.0, CLC++2021)");
    } else if (word == "-cl-single-precision-constant" || word == "-cl-fp32-correctly-rounded-divide-sqrt") {
      options.language_flags.push_back(word);
    } else if (is_relaxing(word) || is_finite_math(word)) {
      options.relaxed_arithmetic = options.relaxed_arithmetic || is_relaxing(word);
      options.finite_math = options.finite_math || is_finite_math(word);
      options.fast_relaxed_math = options.fast_relaxed_math || word == "-cl-fast-relaxed-math";
    } else if (word == "-cl-uniform-work-group-size") {
      options.uniform_groups = true;
    } else if (word == "-w") {
      options.no_warnings = true;
    } else if (word == "-Werror") {
      options.warnings_are_errors = true;
    } else if (is_dropped(word)) {
      continue;
    } else {
      options.notes.push_back("the build option " + word + " is not known and was ignored");
    }
  }
  return options;
}

}  // namespace launchproof::frontend

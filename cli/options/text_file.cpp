#include "cli/options/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "cli/options/dashes.h"
#include "cli/options/usage_error.h"

namespace launchproof::cli {

namespace fs = std::filesystem;

const std::string& standard_input_text(std::string_view use) {
  static const std::string first_use(use);
  if (use != first_use)
    throw UsageError(fmt::format(
        "-: standard input was read for {}, and can be read once; name a file for {}", first_use, use));
  static const std::string text = [] {
    std::string all{std::istreambuf_iterator<char>(std::cin), {}};
    if (std::cin.bad()) throw UsageError("-: standard input cannot be read");
    if (all.empty()) throw UsageError("-: standard input is empty");
    return all;
  }();
  return text;
}

std::string read_text_file(const std::string& path) {
  if (path == kDash) return standard_input_text("an option");
  std::error_code error;
  if (fs::is_directory(path, error)) throw UsageError(fmt::format("{} is a folder, not a file", path));
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  if (!file || !(text << file.rdbuf())) {
    // An empty file sets failbit on `text` and no error number.
    if (file && fs::file_size(path, error) == 0) throw UsageError(fmt::format("{} is empty", path));
    throw UsageError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  }
  return text.str();
}

}  // namespace launchproof::cli

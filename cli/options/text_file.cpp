#include "cli/options/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "cli/options/usage_error.h"

namespace launchproof::cli {

namespace fs = std::filesystem;

std::string read_text_file(const std::string& path) {
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

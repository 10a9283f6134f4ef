#include "cli/recording/writable_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "cli/options/options.h"

namespace launchproof::cli {

namespace fs = std::filesystem;

void require_writable_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw UsageError(
        fmt::format("cannot make the folder {}: {}; name another with -o", folder.string(), error.message()));
  }
  if (!fs::is_directory(folder)) {
    throw UsageError(fmt::format("{} is not a folder; name another with -o", folder.string()));
  }
  // Creates a file to find out, since access() succeeds for the superuser even on a read-only file system.
  const fs::path probe = folder / fmt::format(".launchproof-{}", ::getpid());
  std::ofstream file(probe);
  if (!file) {
    throw UsageError(fmt::format("cannot write into {}: {}; name another folder with -o", folder.string(),
                                 std::strerror(errno)));
  }
  file.close();
  fs::remove(probe, error);
}

}  // namespace launchproof::cli

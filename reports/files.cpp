#include "reports/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "reports/html.h"

namespace launchproof::reports {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  const char* remedy = "check the path and its permissions, or choose another folder with -o";
  if (error == ENOSPC || error == EDQUOT)
    remedy = "free some space, or choose a folder on another disk with -o";
  if (error == EROFS || error == EACCES || error == EPERM)
    remedy = "choose a folder that can be written to with -o";
  if (error == ENOENT) remedy = "make the folder first, or choose another one with -o";
  throw std::runtime_error(fmt::format("{}: the report could not be written: {}; {}", path.string(),
                                       std::generic_category().message(error), remedy));
}

// A file that is removed again unless it was renamed to its place.
class Draft {
 public:
  explicit Draft(const std::filesystem::path& path)
      : d_path(path), d_name(path.string() + fmt::format(".{}.part", ::getpid())) {
    d_file = ::open(d_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (d_file < 0) fail(d_path, errno);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (d_file >= 0) ::close(d_file);
    if (!d_placed) ::unlink(d_name.c_str());
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(d_file, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(d_path, errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // Some file systems report a full disk only at fsync or close.
  void place() {
    if (::fsync(d_file) != 0 && errno != EINVAL && errno != EROFS) fail(d_path, errno);
    const int file = d_file;
    d_file = -1;
    if (::close(file) != 0) fail(d_path, errno);
    if (::rename(d_name.c_str(), d_path.c_str()) != 0) fail(d_path, errno);
    d_placed = true;
  }

 private:
  std::filesystem::path d_path;
  std::string d_name;
  int d_file = -1;
  bool d_placed = false;
};

// Devices and pipes (`-o /dev/stdout`) cannot be renamed over.
bool is_special(const std::filesystem::path& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

void write_special(const std::filesystem::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) fail(path, errno);
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  ::close(file);
  if (error != 0) fail(path, error);
}

}  // namespace

void write_whole(const std::filesystem::path& path, std::string_view text) {
  if (is_special(path)) {
    write_special(path, text);
    return;
  }
  Draft draft(path);
  draft.write(text);
  draft.place();
}

void write_json(const verdict::Results& results, const std::filesystem::path& path) {
  write_whole(path, verdict::to_json(results));
}

void write_html(const verdict::Results& results, const Acceptance& acceptance,
                const std::filesystem::path& path) {
  write_whole(path, html_report(results, acceptance));
}

}  // namespace launchproof::reports

#include "reports/formats/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "reports/html/file_links.h"
#include "reports/html/html.h"

namespace launchproof::reports {
namespace {

constexpr int kMostLinks = 40;  // the number of links that the system follows

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  const char* remedy = "check the path and its permissions, or choose another folder with -o";
  if (error == ENOSPC || error == EDQUOT)
    remedy = "free some space, or choose a folder on another disk with -o";
  if (error == EROFS || error == EACCES || error == EPERM)
    remedy = "choose a folder that can be written to with -o";
  if (error == EFBIG) remedy = "raise the limit of the size of files (ulimit -f)";
  if (error == ENXIO) remedy = "nobody reads from this pipe; start the reader first";
  if (error == ENOENT) remedy = "make the folder first, or choose another one with -o";
  throw std::runtime_error(fmt::format("{}: the report could not be written: {}; {}", path.string(),
                                       std::generic_category().message(error), remedy));
}

void write_all(int file, const std::filesystem::path& path, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// A file that is removed again unless it was renamed to its final name. Its name begins with a dot, which
// identifies files left behind after a signal as unfinished.
class Draft {
 public:
  explicit Draft(const std::filesystem::path& path)
      : d_path(path),
        d_name((path.parent_path() / fmt::format(".{}.{}.part", path.filename().string(), ::getpid()))
                   .string()) {
    d_file = ::open(d_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (d_file < 0) fail(d_path, errno);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (d_file >= 0) ::close(d_file);
    if (!d_placed) ::unlink(d_name.c_str());
  }

  void write(std::string_view text) { write_all(d_file, d_path, text); }

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

// Devices and named pipes cannot be renamed over.
bool is_special(const std::filesystem::path& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// Closes what it was given.
class Open {
 public:
  explicit Open(int file) : d_file(file) {}
  ~Open() {
    if (d_file >= 0) ::close(d_file);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  int file() const { return d_file; }

 private:
  int d_file;
};

// Returns the number of the open descriptor that the path names. Opening the path would start at the
// beginning, and renaming a file to it would replace the link in /dev.
std::optional<int> descriptor_of(std::filesystem::path path) {
  std::error_code error;
  for (int i = 0; i < kMostLinks; ++i) {
    path = std::filesystem::absolute(path, error).lexically_normal();
    const std::string folder = path.parent_path().string(), name = path.filename().string();
    if (folder == "/dev/fd" || folder == "/proc/self/fd" ||
        folder == fmt::format("/proc/{}/fd", ::getpid())) {
      int number = -1;
      const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
      if (problem == std::errc{} && end == name.data() + name.size()) return number;
      return std::nullopt;
    }
    const std::filesystem::path target = std::filesystem::read_symlink(path, error);
    if (error) return std::nullopt;
    path = path.parent_path() / target;
  }
  return std::nullopt;
}

// Without a reader, opening a named pipe would wait for one.
void write_special(const std::filesystem::path& path, std::string_view text) {
  const Open file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.file() < 0) fail(path, errno);
  const int flags = ::fcntl(file.file(), F_GETFL);
  if (flags < 0 || ::fcntl(file.file(), F_SETFL, flags & ~O_NONBLOCK) != 0) fail(path, errno);
  write_all(file.file(), path, text);
}

}  // namespace

bool is_descriptor(const std::filesystem::path& path) {
  return descriptor_of(path).has_value();
}

void write_whole(const std::filesystem::path& path, std::string_view text) {
  if (const auto number = descriptor_of(path)) {
    write_all(*number, path, text);
    return;
  }
  if (is_special(path)) {
    write_special(path, text);
    return;
  }
  // A link is kept, even if its target does not exist yet.
  std::filesystem::path place = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(place, error); ++i)
    place = place.parent_path() / std::filesystem::read_symlink(place, error);
  Draft draft(place);
  draft.write(text);
  draft.place();
}

void write_json(const verdict::Results& results, const std::filesystem::path& path) {
  write_whole(path, verdict::to_json(results));
}

void write_html(const verdict::Results& results, const Acceptance& acceptance, bool finds_by_id,
                const std::filesystem::path& path) {
  const FileLinks links = is_descriptor(path) ? FileLinks() : links_from(path.parent_path());
  write_whole(path, html_report(results, acceptance, finds_by_id, links));
}

}  // namespace launchproof::reports

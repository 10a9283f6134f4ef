#include "verify/cache/store.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "capture/files/files.h"
#include "capture/files/sha256.h"

namespace launchproof::cache {
namespace {

constexpr std::string_view kSchema = "launchproof.result-cache/1";
constexpr std::string_view kUnfinished = ".new-";
constexpr std::string_view kCollected = "collected";  // its modification time is that of the last collection
constexpr std::size_t kDigestLength = 64;
constexpr std::size_t kLongestText = std::size_t{256} << 20;
constexpr time_t kHour = 3600;
constexpr time_t kDay = 24 * kHour;

std::string head_of(std::string_view text) {
  return fmt::format("{} {} {}\n", kSchema, text.size(), capture::sha256_hex(text.data(), text.size()));
}

// If a file would exceed the process's size limit, that is an ordinary error, not a signal that ends the
// process.
class WithoutFileSizeSignal {
 public:
  WithoutFileSizeSignal() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGXFSZ, &ignore, &d_before);
  }
  ~WithoutFileSizeSignal() { ::sigaction(SIGXFSZ, &d_before, nullptr); }
  WithoutFileSizeSignal(const WithoutFileSizeSignal&) = delete;
  WithoutFileSizeSignal& operator=(const WithoutFileSizeSignal&) = delete;

 private:
  struct sigaction d_before{};
};

class Descriptor {
 public:
  explicit Descriptor(int number) : d_number(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return d_number; }
  int close() {
    const int number = std::exchange(d_number, -1);
    return number >= 0 && ::close(number) != 0 ? errno : 0;
  }

 private:
  int d_number;
};

bool is_digest(std::string_view name) {
  return name.size() == kDigestLength && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Returns the names in a folder without `.` and `..`. Sets `error` to an errno value.
std::vector<std::string> names_in(const std::string& folder, int& error) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  error = entries == nullptr ? errno : 0;
  if (entries == nullptr) return names;
  for (const dirent* entry = ::readdir(entries.get()); entry != nullptr; entry = ::readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

timespec now() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return time;
}

bool is_earlier(const timespec& a, const timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

}  // namespace

void Store::trouble(const std::string& what) {
  if (std::ranges::find(d_troubles, what) == d_troubles.end()) d_troubles.push_back(what);
}

// Returns the text of the file, or nothing. Reports a file that is not an entry as a trouble, but only once.
std::optional<std::string> Store::content(const std::string& path, bool mark) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat info{};
  if (file.number() < 0 || ::fstat(file.number(), &info) != 0) {
    // Whether a missing folder can be created only shows when something is stored.
    if (errno != ENOENT && errno != ENOTDIR)
      trouble(fmt::format("the result cache {} cannot be read: {}", d_folder, std::strerror(errno)));
    return std::nullopt;
  }
  std::string text;
  const bool fits = S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) <= kLongestText;
  if (fits) text.resize(static_cast<std::size_t>(info.st_size));
  std::size_t done = 0;
  while (fits && done < text.size()) {
    const ssize_t got = ::read(file.number(), text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  text.resize(done);
  const std::size_t end = text.find('\n');
  const std::string_view body =
      end == std::string::npos ? std::string_view() : std::string_view(text).substr(end + 1);
  if (end == std::string::npos || std::string_view(text).substr(0, end + 1) != head_of(body)) {
    if (!std::exchange(d_damaged, true))
      trouble(
          fmt::format("an entry of the result cache is damaged or was edited, and is replaced: {}", path));
    return std::nullopt;
  }
  if (mark && now().tv_sec - info.st_mtim.tv_sec > kHour) ::futimens(file.number(), nullptr);
  return text.substr(end + 1);
}

std::optional<std::string> Store::get(std::string_view kind, const std::string& name) {
  return content(fmt::format("{}/{}/{}/{}", d_folder, kind, name.substr(0, 2), name), true);
}

std::optional<std::string> Store::read(const Entry& entry) {
  return content(entry.path, false);
}

bool Store::make_folders(const std::string& path) const {
  const mode_t mode = d_private ? 0700 : 0777;
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (::mkdir(path.substr(0, end).c_str(), mode) != 0 && errno != EEXIST) {
      // An existing folder may be on a read-only file system.
      struct stat info{};
      const int cause = errno;
      if (::stat(path.substr(0, end).c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
        errno = cause;
        return false;
      }
    }
    if (end == std::string::npos) return true;
  }
}

// Returns 0 or an errno value.
int Store::write_new(const std::string& path, std::string_view head, std::string_view text) const {
  const WithoutFileSizeSignal quiet;
  std::uint64_t random[2] = {};
  if (::getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) return EIO;
  const std::string folder = path.substr(0, path.rfind('/'));
  const std::string temporary = fmt::format("{}/{}{:016x}{:016x}", folder, kUnfinished, random[0], random[1]);
  Descriptor file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, d_private ? 0600 : 0666));
  if (file.number() < 0) return errno;
  int error = capture::write_all(file.number(), head.data(), head.size());
  if (error == 0) error = capture::write_all(file.number(), text.data(), text.size());
  const int closed = file.close();
  if (error == 0) error = closed;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

bool Store::put(std::string_view kind, const std::string& name, std::string_view text) {
  if (!d_writable || text.size() > kLongestText / 2) return false;
  const std::string folder = fmt::format("{}/{}/{}", d_folder, kind, name.substr(0, 2));
  const std::string path = folder + "/" + name;
  const std::string head = head_of(text);
  int error = write_new(path, head, text);
  if (error == ENOENT) error = make_folders(folder) ? write_new(path, head, text) : errno;
  if (error == 0) return true;
  d_writable = false;
  trouble(
      fmt::format("the result cache {} cannot be written, so no further results of this run are stored: {}",
                  d_folder, std::strerror(error)));
  return false;
}

std::vector<Store::Entry> Store::entries() {
  std::vector<Entry> all;
  int error = 0;
  const std::vector<std::string> kinds = names_in(d_folder, error);
  if (error != 0 && error != ENOENT)
    trouble(fmt::format("the result cache {} cannot be read: {}", d_folder, std::strerror(error)));
  for (const std::string& kind : kinds) {
    const std::string of_kind = d_folder + "/" + kind;
    for (const std::string& bucket : names_in(of_kind, error)) {
      if (bucket.size() != 2) continue;
      const std::string folder = fmt::format("{}/{}", of_kind, bucket);
      for (const std::string& name : names_in(folder, error)) {
        const bool unfinished = name.starts_with(kUnfinished);
        if (!unfinished && !is_digest(name)) continue;
        Entry entry{fmt::format("{}/{}", folder, name), kind, 0, {}, unfinished};
        struct stat info{};
        if (::lstat(entry.path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
        entry.bytes = static_cast<std::uint64_t>(info.st_size);
        entry.used = info.st_mtim;
        all.push_back(std::move(entry));
      }
    }
  }
  return all;
}

Store::Removed Store::collect(std::optional<std::uint64_t> most,
                              std::optional<std::chrono::seconds> older_than) {
  Removed removed;
  std::vector<Entry> all = entries();
  std::ranges::sort(all, is_earlier, &Entry::used);
  std::uint64_t bytes = 0;
  for (const Entry& entry : all) bytes += entry.bytes;
  const time_t time = now().tv_sec;
  for (const Entry& entry : all) {
    const time_t age = time - entry.used.tv_sec;
    const bool remove =
        entry.unfinished ? age > kHour : (older_than && age > older_than->count()) || (most && bytes > *most);
    if (!remove) continue;
    if (::unlink(entry.path.c_str()) != 0) {
      if (errno != ENOENT) trouble(fmt::format("{} cannot be removed: {}", entry.path, std::strerror(errno)));
      continue;
    }
    bytes -= entry.bytes;
    removed.bytes += entry.bytes;
    ++removed.entries;
  }
  return removed;
}

void Store::collect_daily(std::uint64_t most) {
  const std::string mark = d_folder + "/" + std::string(kCollected);
  struct stat info{};
  if (::stat(mark.c_str(), &info) == 0 && now().tv_sec - info.st_mtim.tv_sec < kDay) return;
  // The mark is set first, so that only one of several runs that end at once collects.
  const Descriptor file(::open(mark.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, d_private ? 0600 : 0666));
  if (file.number() < 0) return;
  ::futimens(file.number(), nullptr);
  collect(most, std::nullopt);
}

}  // namespace launchproof::cache

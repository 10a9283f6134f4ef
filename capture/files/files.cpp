#include "capture/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "capture/files/quiet_section.h"

namespace launchproof::capture {
namespace {

constexpr int kNewFile = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOCTTY;

// The permissions that a recorder needs for its own files and folders.
constexpr mode_t kOwnersFile = S_IRUSR | S_IWUSR;
constexpr mode_t kOwnersFolder = S_IRWXU;

}  // namespace

void let_owner_use(int fd) {
  struct stat facts{};
  if (::fstat(fd, &facts) == 0 && (facts.st_mode & kOwnersFile) != kOwnersFile)
    ::fchmod(fd, (facts.st_mode & 07777) | kOwnersFile);
}

int open_new(const char* path, int flags) {
  const int fd = ::open(path, flags, 0666);
  if (fd >= 0) let_owner_use(fd);
  return fd;
}

int make_folder(const char* path, unsigned mode) {
  if (::mkdir(path, mode) != 0) return errno;
  struct stat facts{};
  if (::stat(path, &facts) == 0 && (facts.st_mode & kOwnersFolder) != kOwnersFolder)
    ::chmod(path, (facts.st_mode & 07777) | kOwnersFolder);
  return 0;
}

int move_high(int fd) {
  if (fd < 0) return fd;
  for (const int lowest : {200, 64, 3}) {
    const int moved = ::fcntl(fd, F_DUPFD_CLOEXEC, lowest);
    if (moved >= 0) {
      ::close(fd);
      return moved;
    }
  }
  if (fd > 2) return fd;
  ::close(fd);
  errno = EMFILE;
  return -1;
}

int AppendFile::adopt(int fd) {
  const int moved = move_high(fd);
  struct stat facts{};
  if (moved < 0 || ::fstat(moved, &facts) != 0) return errno;
  d_fd = moved;
  d_device = facts.st_dev;
  d_inode = facts.st_ino;
  return 0;
}

int AppendFile::create(const std::string& path) {
  const int fd = open_new(path.c_str(), kNewFile);
  if (fd < 0) return errno;
  d_path = path;
  return adopt(fd);
}

bool AppendFile::still_ours() const {
  struct stat facts{};
  return ::fstat(d_fd, &facts) == 0 && facts.st_dev == d_device && facts.st_ino == d_inode;
}

int AppendFile::reopen() {
  const dev_t device = d_device;
  const ino_t inode = d_inode;
  d_fd = -1;
  const int fd = ::open(d_path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return errno;
  if (const int error = adopt(fd); error != 0) return error;
  // Another file has that name: the capture was replaced.
  return d_device == device && d_inode == inode ? 0 : ESTALE;
}

int AppendFile::append(std::string& line) {
  if (d_path.empty()) return EBADF;
  if (d_fd < 0 || !still_ours()) {
    if (const int error = reopen(); error != 0) return error;
  }
  line += '\n';
  return write_all(d_fd, line.data(), line.size());
}

void AppendFile::close() {
  if (d_fd >= 0 && still_ours()) ::close(d_fd);
  d_fd = -1;
}

int write_all(int fd, const void* bytes, std::size_t size) {
  const char* from = static_cast<const char*>(bytes);
  while (size != 0) {
    const ssize_t written = ::write(fd, from, size);
    if (written < 0) {
      if (errno == EINTR) continue;
      const int error = errno;
      discard_signal_of(error);
      return error;
    }
    if (written == 0) return ENOSPC;
    from += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

std::optional<std::string> read_file(const std::string& path, std::size_t limit) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  struct stat facts{};
  std::optional<std::string> text;
  if (::fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) &&
      static_cast<std::size_t>(facts.st_size) <= limit) {
    text.emplace(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t got = 0;
    while (got < text->size()) {
      const ssize_t count = ::read(fd, text->data() + got, text->size() - got);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      got += static_cast<std::size_t>(count);
    }
    if (got < text->size()) text.reset();
  }
  ::close(fd);
  return text;
}

int publish(const std::string& path, const std::string& temporary, const void* bytes, std::size_t size) {
  int fd = open_new(temporary.c_str(), kNewFile);
  if (fd < 0) return errno;
  fd = move_high(fd);
  int error = fd < 0 ? errno : write_all(fd, bytes, size);
  // Some file systems only report a full disk or quota here.
  if (fd >= 0 && ::close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && ::link(temporary.c_str(), path.c_str()) != 0) {
    if (errno == EEXIST) {
      error = 0;
    } else {  // hard links are not supported here; the content under one name is the same whichever process
              // wins
      return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
    }
  }
  ::unlink(temporary.c_str());
  return error;
}

int make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    const int error = make_folder(path.substr(0, end).c_str(), 0777);
    // A parent folder may exist without being writable; only the last folder counts.
    if (error != 0 && error != EEXIST && error != EACCES && error != EROFS && error != EPERM) return error;
  }
  if (const int error = make_folder(path.c_str(), 0777); error != EEXIST) return error;
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) return errno;
  return S_ISDIR(facts.st_mode) ? 0 : ENOTDIR;
}

std::string absolute_path(std::string_view path) {
  if (!path.empty() && path.front() == '/') return std::string(path);
  char* current = ::getcwd(nullptr, 0);
  if (current == nullptr) return {};
  std::string whole = current;
  std::free(current);
  whole += '/';
  whole += path;
  return whole;
}

std::string error_text(int error) {
  char text[128];
  return ::strerror_r(error, text, sizeof text);
}

}  // namespace launchproof::capture

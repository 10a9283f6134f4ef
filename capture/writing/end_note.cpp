#include "capture/writing/end_note.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "capture/writing/counters.h"

namespace launchproof::capture {
namespace {

constexpr int kMostNotes = 1000;
constexpr int kMostSignals = 64;

// The C library's functions for these system calls are cancellation points.
int open_quietly(const char* path) {
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}
void close_quietly(int descriptor) {
  if (descriptor >= 0) ::syscall(SYS_close, descriptor);
}
bool read_word(int descriptor, std::size_t at, std::uint64_t& word) {
  return ::syscall(SYS_pread64, descriptor, &word, sizeof word, at) == sizeof word;
}
void write_word(int descriptor, std::size_t at, std::uint64_t word) {
  ::syscall(SYS_pwrite64, descriptor, &word, sizeof word, at);
}

bool is_before(const timespec& one, const timespec& other) {
  return one.tv_sec != other.tv_sec ? one.tv_sec < other.tv_sec : one.tv_nsec < other.tv_nsec;
}

// The path of the file that holds a process's counters. writer_state.cpp describes the tags in its name.
class Path {
 public:
  Path(const char* capture, pid_t process) {
    add(capture);
    add("/counters.");
    add(process);
    d_stem = d_size;
  }
  // Returns null if the path is too long.
  const char* of(int number) {
    d_size = d_stem;
    if (number > 1) {
      add("-");
      add(number);
    }
    if (d_size >= sizeof d_text) return nullptr;
    d_text[d_size] = '\0';
    return d_text;
  }

 private:
  void add(std::string_view text) {
    if (d_size + text.size() < sizeof d_text) std::memcpy(d_text + d_size, text.data(), text.size());
    d_size += text.size();
  }
  void add(int number) {
    char digits[12];
    const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
    add(std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)));
  }

  char d_text[4096];
  std::size_t d_size = 0;
  std::size_t d_stem = 0;
};

std::uint64_t bit_of(int signal) {
  return std::uint64_t{1} << (signal - 1);
}

// Returns a descriptor of the process's latest file, or -1 if there is none.
int open_latest(const char* capture, pid_t process) {
  Path path(capture, process);
  int latest = -1;
  for (int number = 1; number <= kMostNotes; ++number) {
    const char* const name = path.of(number);
    const int next = name == nullptr ? -1 : open_quietly(name);
    if (next < 0) break;
    close_quietly(latest);
    latest = next;
  }
  return latest;
}

bool is_of_counters(int descriptor, const timespec& since) {
  struct stat facts{};
  std::uint64_t magic = 0;
  return ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && !is_before(facts.st_mtim, since) &&
         read_word(descriptor, 0, magic) && magic == kCounterMagic;
}

}  // namespace

EndNote::EndNote(const char* capture, pid_t process, const timespec& since) noexcept {
  const int error = errno;
  d_descriptor = open_latest(capture, process);
  if (d_descriptor >= 0 && !is_of_counters(d_descriptor, since)) {
    close_quietly(d_descriptor);
    d_descriptor = -1;
  }
  errno = error;
}

EndNote::~EndNote() {
  const int error = errno;
  close_quietly(d_descriptor);
  errno = error;
}

void EndNote::ended(Ending ending, std::uint64_t signal) const noexcept {
  if (d_descriptor < 0) return;
  const int error = errno;
  std::uint64_t said = 0;
  if (read_word(d_descriptor, offsetof(CounterHead, ending), said) &&
      said == static_cast<std::uint64_t>(Ending::GoesOn)) {
    write_word(d_descriptor, offsetof(CounterHead, signal), signal);
    write_word(d_descriptor, offsetof(CounterHead, ending), static_cast<std::uint64_t>(ending));
  }
  errno = error;
}

bool EndNote::is_sent(int signal) const noexcept {
  if (d_descriptor < 0 || signal < 1 || signal > kMostSignals) return false;
  const int error = errno;
  std::uint64_t asked = 0;
  const bool is_new =
      read_word(d_descriptor, offsetof(CounterHead, asked), asked) && (asked & bit_of(signal)) == 0;
  if (is_new) write_word(d_descriptor, offsetof(CounterHead, asked), asked | bit_of(signal));
  errno = error;
  return is_new;
}

void EndNote::was_not_sent(int signal) const noexcept {
  if (d_descriptor < 0 || signal < 1 || signal > kMostSignals) return;
  const int error = errno;
  std::uint64_t asked = 0;
  if (read_word(d_descriptor, offsetof(CounterHead, asked), asked))
    write_word(d_descriptor, offsetof(CounterHead, asked), asked & ~bit_of(signal));
  errno = error;
}

}  // namespace launchproof::capture

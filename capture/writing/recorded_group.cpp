#include "capture/writing/recorded_group.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace launchproof::capture {
namespace {

// Space for about ten entries at once, since the stack of a handler may be small.
constexpr std::size_t kEntriesRoom = 1024;

// Returns the process whose counters are in the file with this name; 0 if it is another file, or not that
// process's first one.
pid_t process_of(std::string_view name) {
  constexpr std::string_view kStem = "counters.";
  if (!name.starts_with(kStem)) return 0;
  name.remove_prefix(kStem.size());
  pid_t process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  return error == std::errc{} && end == name.data() + name.size() ? process : 0;
}

// Calls `visit` with the name of each entry.
template <class Visit>
void for_each_entry(int folder, Visit&& visit) {
  alignas(dirent64) char entries[kEntriesRoom];
  for (;;) {
    const long got = ::syscall(SYS_getdents64, folder, entries, sizeof entries);
    if (got <= 0) return;
    for (long at = 0; at < got;) {
      std::uint16_t length = 0;
      std::memcpy(&length, entries + at + offsetof(dirent64, d_reclen), sizeof length);
      visit(std::string_view(entries + at + offsetof(dirent64, d_name)));
      at += length;
    }
  }
}

// Finds the processes for which `is_meant` returns true, among those that have a record and may be sent
// signals.
template <class Meant>
std::size_t recorded(const char* capture, pid_t* found, std::size_t room, Meant&& is_meant) noexcept {
  const int error = errno;
  std::size_t count = 0;
  const pid_t own = ::getpid();
  // The functions of the C library for opening and closing are cancellation points.
  const int folder =
      static_cast<int>(::syscall(SYS_openat, AT_FDCWD, capture, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder >= 0) {
    for_each_entry(folder, [&](std::string_view name) {
      const pid_t process = process_of(name);
      if (count < room && process > 0 && process != own && is_meant(process) &&
          ::syscall(SYS_kill, process, 0) == 0)
        found[count++] = process;
    });
    ::syscall(SYS_close, folder);
  }
  errno = error;
  return count;
}

}  // namespace

std::size_t recorded_in_group(const char* capture, pid_t group, pid_t* found, std::size_t room) noexcept {
  if (group == 0) group = ::getpgrp();
  return recorded(capture, found, room, [&](pid_t process) { return ::getpgid(process) == group; });
}

std::size_t recorded_anywhere(const char* capture, pid_t* found, std::size_t room) noexcept {
  return recorded(capture, found, room, [](pid_t process) { return process != 1; });
}

}  // namespace launchproof::capture

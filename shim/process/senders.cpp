// Records signals that a process of the application sends to others of its processes because it wants them to
// end. They are written into the records of the receivers. System calls that the application makes directly
// are not seen.
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bitset>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <string_view>

#include "capture/writing/end_note.h"
#include "capture/writing/recorded_group.h"
#include "shim/process/following.h"
#include "shim/process/other_ends.h"

namespace launchproof::shim {
namespace {

using capture::EndNote;

// Signal handlers may send signals, so everything that they need is looked up at the start.
struct SendingFunctions {
  decltype(&::kill) send = nullptr;
  decltype(&::killpg) send_to_group = nullptr;
  decltype(&::sigqueue) send_with_value = nullptr;
  decltype(&::tgkill) send_to_thread = nullptr;
};
constinit SendingFunctions g_sending_functions{};

__attribute__((constructor)) void find_sending_functions() {
  find_following(g_sending_functions.send_to_group, "killpg");
  find_following(g_sending_functions.send_with_value, "sigqueue");
  find_following(g_sending_functions.send_to_thread, "tgkill");
  find_following(g_sending_functions.send, "kill");
}

const SendingFunctions& sending_functions() {
  if (g_sending_functions.send == nullptr)
    find_sending_functions();  // called by another library's constructor
  return g_sending_functions;
}

// The largest number of processes for which one signal is recorded. Further ones count as killed from outside
// the application.
constexpr std::size_t kMostAtOnce = 256;

// `find_them` stores the processes in an array, using `capture/writing/recorded_group.h`.
template <class Find, class Send>
int sent_to_several(int signal, Find&& find_them, Send&& send) noexcept {
  const OtherEnds& ends = other_ends();
  if (signal <= 0 || !ends.is_recorded()) return send();
  pid_t members[kMostAtOnce];
  std::bitset<kMostAtOnce> was_said;
  const std::size_t count = find_them(ends.capture, members, kMostAtOnce);
  // Recorded before the call, as for a single process.
  for (std::size_t i = 0; i < count; ++i)
    was_said[i] = EndNote(ends.capture, members[i], ends.begin).is_sent(signal);
  const int result = send();
  for (std::size_t i = 0; result != 0 && i < count; ++i)
    if (was_said[i]) EndNote(ends.capture, members[i], ends.begin).was_not_sent(signal);
  return result;
}

// 0: to its own.
template <class Send>
int sent_to_group(pid_t group, int signal, Send&& send) noexcept {
  return sent_to_several(
      signal,
      [&](const char* capture, pid_t* found, std::size_t room) noexcept {
        return capture::recorded_in_group(capture, group, found, room);
      },
      send);
}

template <class Send>
int sent_to_one(pid_t process, int signal, Send&& send) noexcept {
  const OtherEnds& ends = other_ends();
  // A signal that a process sends to itself is not a request by another process.
  if (process <= 0 || signal <= 0 || !ends.is_recorded() || process == ::getpid()) return send();
  const EndNote note(ends.capture, process, ends.begin);
  // Recorded before the call, since the process may be gone afterwards, and its number reused.
  const bool is_said = note.is_sent(signal);
  const int result = send();
  if (result != 0 && is_said) note.was_not_sent(signal);
  return result;
}

// Returns the process to which the descriptor refers, according to the kernel; 0 if it is unknown. Preserves
// errno.
pid_t process_of(int descriptor) noexcept {
  const int error = errno;
  char path[40] = "/proc/self/fdinfo/";
  *std::to_chars(path + std::strlen(path), path + sizeof path - 1, descriptor).ptr = '\0';
  char text[512];
  const int file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC));
  const long bytes = file < 0 ? 0 : ::syscall(SYS_read, file, text, sizeof text);
  if (file >= 0) ::syscall(SYS_close, file);
  errno = error;
  const std::string_view told(text, bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
  constexpr std::string_view kName = "\nPid:\t";
  const std::size_t at = told.find(kName);
  pid_t process = 0;
  if (at != std::string_view::npos)
    std::from_chars(told.data() + at + kName.size(), told.data() + told.size(), process);
  return process > 0 ? process : 0;
}

// PIDFD_SIGNAL_PROCESS_GROUP of Linux 6.9.
constexpr unsigned kToGroup = 1U << 2U;

}  // namespace
}  // namespace launchproof::shim

using launchproof::shim::sending_functions;

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library's names are reserved ones.
extern "C" {

int kill(pid_t pid, int sig) noexcept {
  const auto send = [&]() noexcept { return sending_functions().send(pid, sig); };
  if (pid == -1)
    return launchproof::shim::sent_to_several(sig, &launchproof::capture::recorded_anywhere, send);
  if (pid == 0 || (pid < 0 && pid != INT_MIN)) return launchproof::shim::sent_to_group(-pid, sig, send);
  return launchproof::shim::sent_to_one(pid, sig, send);
}

int killpg(pid_t pgrp, int sig) noexcept {
  const auto send = [&]() noexcept { return sending_functions().send_to_group(pgrp, sig); };
  return pgrp < 0 ? send() : launchproof::shim::sent_to_group(pgrp, sig, send);
}

int sigqueue(pid_t pid, int sig, const sigval val) noexcept {
  return launchproof::shim::sent_to_one(
      pid, sig, [&]() noexcept { return sending_functions().send_with_value(pid, sig, val); });
}

// A signal that ends a thread ends its process.
int tgkill(pid_t tgid, pid_t tid, int sig) {
  return launchproof::shim::sent_to_one(tgid, sig, [&]() noexcept {
    if (sending_functions().send_to_thread != nullptr)
      return sending_functions().send_to_thread(tgid, tid, sig);
    return static_cast<int>(::syscall(SYS_tgkill, tgid, tid, sig));  // an older C library
  });
}

// The C library has it since version 2.36.
int pidfd_send_signal(int pidfd, int sig, siginfo_t* info, unsigned int flags) noexcept {
  const auto send = [&]() noexcept {
    return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, sig, info, flags));
  };
  if (!launchproof::shim::other_ends().is_recorded()) return send();
  const pid_t process = launchproof::shim::process_of(pidfd);
  if (process > 0 && (flags & launchproof::shim::kToGroup) != 0)
    return launchproof::shim::sent_to_group(process, sig, send);
  return launchproof::shim::sent_to_one(process, sig, send);
}

}  // extern "C"
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

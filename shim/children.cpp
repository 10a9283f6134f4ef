// How the processes of an application end as others of its processes see it: who waits for one is told its
// status, and who sends it a signal wants it to end. Both is written into the record of that process, which
// cannot do so itself. What is not seen: system calls that the application makes by itself, and signals that
// it sends to all processes, or by other functions than kill() and killpg().
#include <dlfcn.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bitset>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "capture/end_note.h"
#include "capture/recorded_group.h"

namespace launchproof::shim {
namespace {

using capture::Ending;
using capture::EndNote;

// Handlers of signals wait for children: all that they need is found at the beginning.
struct Following {
  decltype(&::wait) for_any = nullptr;
  decltype(&::waitpid) for_one = nullptr;
  decltype(&::waitid) for_some = nullptr;
  decltype(&::wait3) for_any_with_usage = nullptr;
  decltype(&::wait4) for_one_with_usage = nullptr;
  decltype(&::kill) send = nullptr;
  decltype(&::killpg) send_to_group = nullptr;
};
constinit Following g_following{};
constinit timespec g_begin{};
constinit char g_capture[PATH_MAX]{};  // empty: nothing is recorded

template <class Function>
void find(Function& function, const char* name) {
  if (function == nullptr) function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void find_following() {
  if (g_following.send != nullptr) return;
  find(g_following.for_any, "wait");
  find(g_following.for_one, "waitpid");
  find(g_following.for_some, "waitid");
  find(g_following.for_any_with_usage, "wait3");
  find(g_following.for_one_with_usage, "wait4");
  // As the clock by which files are dated.
  ::clock_gettime(CLOCK_REALTIME_COARSE, &g_begin);
  const char* const given = std::getenv("LAUNCHPROOF_CAPTURE");
  if (given != nullptr && *given == '/' && std::strlen(given) < sizeof g_capture)
    std::strcpy(g_capture, given);
  find(g_following.send_to_group, "killpg");
  find(g_following.send, "kill");
}

const Following& following() {
  if (g_following.send == nullptr) find_following();  // called by another library's constructor
  return g_following;
}

void note_end(pid_t process, Ending ending, int signal) noexcept {
  if (g_capture[0] != '\0')
    EndNote(g_capture, process, g_begin).ended(ending, static_cast<std::uint64_t>(signal));
}

// Gives `process` back. The status is there when a process is.
pid_t waited(pid_t process, const int* status) noexcept {
  if (process <= 0) return process;
  if (WIFEXITED(*status)) note_end(process, Ending::Left, 0);
  if (WIFSIGNALED(*status)) note_end(process, Ending::Killed, WTERMSIG(*status));
  return process;
}

// Of a larger group, the others count as killed by nobody of the application.
constexpr std::size_t kMostOfGroup = 256;

// A process of the application sends the signal to the group, by `send`; 0: to its own.
template <class Send>
int sent_to_group(pid_t group, int signal, Send&& send) noexcept {
  if (signal <= 0 || g_capture[0] == '\0') return send();
  pid_t members[kMostOfGroup];
  std::bitset<kMostOfGroup> was_said;
  const std::size_t count = capture::recorded_in_group(g_capture, group, members, kMostOfGroup);
  // Before, as for one process.
  for (std::size_t i = 0; i < count; ++i)
    was_said[i] = EndNote(g_capture, members[i], g_begin).is_sent(signal);
  const int result = send();
  for (std::size_t i = 0; result != 0 && i < count; ++i)
    if (was_said[i]) EndNote(g_capture, members[i], g_begin).was_not_sent(signal);
  return result;
}

}  // namespace
}  // namespace launchproof::shim

using launchproof::shim::following;
using launchproof::shim::waited;

extern "C" {

pid_t wait(int* stat_loc) {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = following().for_any(at);
  return waited(process, at);
}

pid_t waitpid(pid_t pid, int* stat_loc, int options) {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = following().for_one(pid, at, options);
  return waited(process, at);
}

pid_t wait3(int* stat_loc, int options, rusage* usage) noexcept {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = following().for_any_with_usage(at, options, usage);
  return waited(process, at);
}

pid_t wait4(pid_t pid, int* stat_loc, int options, rusage* usage) noexcept {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = following().for_one_with_usage(pid, at, options, usage);
  return waited(process, at);
}

int waitid(idtype_t idtype, id_t id, siginfo_t* infop, int options) {
  const int result = following().for_some(idtype, id, infop, options);
  // Without a child that has ended, si_pid is 0.
  if (result != 0 || infop == nullptr || infop->si_pid <= 0) return result;
  using launchproof::capture::Ending;
  if (infop->si_code == CLD_EXITED) launchproof::shim::note_end(infop->si_pid, Ending::Left, 0);
  if (infop->si_code == CLD_KILLED || infop->si_code == CLD_DUMPED)
    launchproof::shim::note_end(infop->si_pid, Ending::Killed, infop->si_status);
  return result;
}

int kill(pid_t pid, int sig) noexcept {
  const auto send = following().send;
  if (pid == 0 || (pid < -1 && pid != INT_MIN))
    return launchproof::shim::sent_to_group(-pid, sig, [&]() noexcept { return send(pid, sig); });
  // What a process sends to itself is no wish of another.
  if (pid <= 0 || sig <= 0 || launchproof::shim::g_capture[0] == '\0' || pid == ::getpid())
    return send(pid, sig);
  launchproof::capture::EndNote note(launchproof::shim::g_capture, pid, launchproof::shim::g_begin);
  // Before, as the process may be gone behind it, and its number used again.
  const bool is_said = note.is_sent(sig);
  const int result = send(pid, sig);
  if (result != 0 && is_said) note.was_not_sent(sig);
  return result;
}

int killpg(pid_t pgrp, int sig) noexcept {
  const auto send = following().send_to_group;
  if (pgrp < 0) return send(pgrp, sig);
  return launchproof::shim::sent_to_group(pgrp, sig, [&]() noexcept { return send(pgrp, sig); });
}

}  // extern "C"

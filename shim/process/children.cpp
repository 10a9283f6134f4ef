// Records how the processes of an application end, as seen by its other processes: a process that waits for
// another one gets its status, which is written into the record of that process. System calls that the
// application makes directly are not seen.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "capture/writing/end_note.h"
#include "shim/process/following.h"
#include "shim/process/other_ends.h"
#include "shim/recording/kernel_clock.h"

namespace launchproof::shim {
namespace {

using capture::Ending;
using capture::EndNote;

// Signal handlers may wait for children, so everything that they need is looked up at the start.
struct WaitFunctions {
  decltype(&::wait) for_any = nullptr;
  decltype(&::waitpid) for_one = nullptr;
  decltype(&::waitid) for_some = nullptr;
  decltype(&::wait3) for_any_with_usage = nullptr;
  decltype(&::wait4) for_one_with_usage = nullptr;
};
constinit WaitFunctions g_wait_functions{};
constinit OtherEnds g_other_ends{};

__attribute__((constructor)) void find_wait_functions() {
  if (g_wait_functions.for_one_with_usage != nullptr) return;
  find_following(g_wait_functions.for_any, "wait");
  find_following(g_wait_functions.for_one, "waitpid");
  find_following(g_wait_functions.for_some, "waitid");
  find_following(g_wait_functions.for_any_with_usage, "wait3");
  // As the clock by which files are dated.
  g_other_ends.begin = kernel_clock(CLOCK_REALTIME_COARSE);
  const char* const given = std::getenv("LAUNCHPROOF_CAPTURE");
  if (given != nullptr && *given == '/' && std::strlen(given) < sizeof g_other_ends.capture)
    std::strcpy(g_other_ends.capture, given);
  find_following(g_wait_functions.for_one_with_usage, "wait4");
}

const WaitFunctions& wait_functions() {
  if (g_wait_functions.for_one_with_usage == nullptr)
    find_wait_functions();  // called by another library's constructor
  return g_wait_functions;
}

void note_end(pid_t process, Ending ending, int signal) noexcept {
  if (g_other_ends.is_recorded())
    EndNote(g_other_ends.capture, process, g_other_ends.begin)
        .ended(ending, static_cast<std::uint64_t>(signal));
}

// Returns `process`. The status is known if a process is returned.
pid_t waited(pid_t process, const int* status) noexcept {
  if (process <= 0) return process;
  if (WIFEXITED(*status)) note_end(process, Ending::Left, 0);
  if (WIFSIGNALED(*status)) note_end(process, Ending::Killed, WTERMSIG(*status));
  return process;
}

}  // namespace

const OtherEnds& other_ends() noexcept {
  wait_functions();
  return g_other_ends;
}

}  // namespace launchproof::shim

using launchproof::shim::wait_functions;
using launchproof::shim::waited;

extern "C" {

pid_t wait(int* stat_loc) {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = wait_functions().for_any(at);
  return waited(process, at);
}

pid_t waitpid(pid_t pid, int* stat_loc, int options) {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = wait_functions().for_one(pid, at, options);
  return waited(process, at);
}

pid_t wait3(int* stat_loc, int options, rusage* usage) noexcept {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = wait_functions().for_any_with_usage(at, options, usage);
  return waited(process, at);
}

pid_t wait4(pid_t pid, int* stat_loc, int options, rusage* usage) noexcept {
  int own = 0;
  int* const at = stat_loc != nullptr ? stat_loc : &own;
  const pid_t process = wait_functions().for_one_with_usage(pid, at, options, usage);
  return waited(process, at);
}

int waitid(idtype_t idtype, id_t id, siginfo_t* infop, int options) {
  const int result = wait_functions().for_some(idtype, id, infop, options);
  // Without a child that has ended, si_pid is 0.
  if (result != 0 || infop == nullptr || infop->si_pid <= 0) return result;
  using launchproof::capture::Ending;
  if (infop->si_code == CLD_EXITED) launchproof::shim::note_end(infop->si_pid, Ending::Left, 0);
  if (infop->si_code == CLD_KILLED || infop->si_code == CLD_DUMPED)
    launchproof::shim::note_end(infop->si_pid, Ending::Killed, infop->si_status);
  return result;
}

}  // extern "C"

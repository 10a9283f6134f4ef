#include "shim/section.h"

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <ctime>

#include "shim/recorder.h"

namespace launchproof::shim {
namespace {

// Longest wait of a fork() for other threads' sections, in steps of 0.1 ms.
constexpr int kForkPatienceSteps = 2000;

constinit std::atomic<int> g_sections{0};
constinit std::atomic<int> g_forks{0};
constinit thread_local bool t_inside = false;

void pause_briefly() {
  const timespec step{0, 100'000};
  nanosleep(&step, nullptr);
}

void before_fork() {
  g_forks.fetch_add(1);
  const int own = t_inside ? 1 : 0;
  for (int i = 0; i < kForkPatienceSteps && g_sections.load() > own; ++i) pause_briefly();
}

void after_fork_in_parent() {
  g_forks.fetch_sub(1);
}

void after_fork_in_child() {
  // A section that was open at the fork has left its data half changed and its locks taken.
  const bool unsound = g_sections.load() > 0;
  g_sections.store(0);
  g_forks.store(0);
  recorder_after_fork(unsound);
}

void register_fork_handlers() {
  static const int registered = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  (void)registered;
}

}  // namespace

Section::Section() noexcept : d_errno_at(&errno), d_errno(*d_errno_at) {
  bool* inside = &t_inside;
  asm("" : "+r"(inside));  // lest the compiler look the thread's variable up once more
  if (*inside || !recording_is_on()) return;
  register_fork_handlers();
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &d_cancel_state);
  for (;;) {
    g_sections.fetch_add(1);
    if (g_forks.load() == 0) break;
    g_sections.fetch_sub(1);
    pause_briefly();
  }
  *inside = true;
  d_inside = inside;
}

Section::~Section() {
  if (d_inside == nullptr) return;
  *d_inside = false;
  g_sections.fetch_sub(1);
  pthread_setcancelstate(d_cancel_state, nullptr);
  *d_errno_at = d_errno;
}

}  // namespace launchproof::shim

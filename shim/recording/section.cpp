#include "shim/recording/section.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>

#include "shim/recording/no_cancellation.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {
namespace {

// Longest time that a fork() waits for other threads' sections, in steps of 0.1 ms.
constexpr int kForkPatienceSteps = 2000;

// Open sections, in several counters for different threads: a single counter would move between the
// processors with every launch.
struct alignas(64) Count {
  std::atomic<int> sections{0};
};
constexpr unsigned kCounts = 16;
constinit std::array<Count, kCounts> g_counts;
constinit std::atomic<int> g_forks{0};
constinit std::atomic<unsigned> g_threads{0};
constinit thread_local SectionOfThread t_section;

// A section that opens meanwhile may be missed. It finds `g_forks` set, and closes again.
int open_sections() {
  int sum = 0;
  for (const Count& count : g_counts) sum += count.sections.load();
  return sum;
}

void pause_briefly() {
  const NoCancellation whole;
  const timespec step{0, 100'000};
  nanosleep(&step, nullptr);
}

void before_fork() {
  g_forks.fetch_add(1);
  const int own = t_section.is_open ? 1 : 0;
  for (int i = 0; i < kForkPatienceSteps && open_sections() > own; ++i) pause_briefly();
}

void after_fork_in_parent() {
  g_forks.fetch_sub(1);
}

void after_fork_in_child() {
  // A section that was open at the fork left its data inconsistent and its locks held.
  const bool unsound = open_sections() > 0;
  for (Count& count : g_counts) count.sections.store(0);
  g_forks.store(0);
  recorder_after_fork(unsound);
}

void register_fork_handlers() {
  static const int registered = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  (void)registered;
}

}  // namespace

Section::Section(Length length) noexcept : d_errno_at(&errno), d_errno(*d_errno_at), d_length(length) {
  SectionOfThread* own = &t_section;
  asm("" : "+r"(own));  // keeps the compiler from looking up the thread's variable again
  if (own->is_open || !recording_is_on()) return;
  register_fork_handlers();
  if (length == Length::Usual) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &d_cancel_state);
  if (own->number == 0) own->number = g_threads.fetch_add(1, std::memory_order_relaxed) % kCounts + 1;
  std::atomic<int>& sections = g_counts[own->number - 1].sections;
  for (;;) {
    sections.fetch_add(1);
    if (g_forks.load() == 0) break;
    sections.fetch_sub(1);
    pause_briefly();
  }
  own->is_open = true;
  d_own = own;
}

Section::~Section() {
  if (d_own == nullptr) return;
  d_own->is_open = false;
  g_counts[d_own->number - 1].sections.fetch_sub(1);
  if (d_length == Length::Usual) pthread_setcancelstate(d_cancel_state, nullptr);
  *d_errno_at = d_errno;
}

}  // namespace launchproof::shim

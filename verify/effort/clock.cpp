#include "verify/effort/clock.h"

#include <time.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace launchproof::effort {
namespace {

using Nanoseconds = std::int64_t;

Nanoseconds read(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) return 0;
  return Nanoseconds{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

struct Running {
  clockid_t clock;
  Nanoseconds seen;  // its processor time so far; a child that has ended no longer has a clock
};

struct State {
  std::mutex mutex;
  std::map<std::uint64_t, Running> children;
  std::uint64_t next_child = 0;
  Nanoseconds of_ended = 0;  // processor time of children that are no longer counted
  Nanoseconds wall = read(CLOCK_MONOTONIC), processor = read(CLOCK_PROCESS_CPUTIME_ID);
  Nanoseconds effort = wall;

  Nanoseconds processor_now() {
    Nanoseconds all = read(CLOCK_PROCESS_CPUTIME_ID) + of_ended;
    for (auto& [number, child] : children) {
      child.seen = std::max(child.seen, read(child.clock));
      all += child.seen;
    }
    return all;
  }

  void advance() {
    const Nanoseconds wall_now = read(CLOCK_MONOTONIC), all = processor_now();
    const Nanoseconds passed = wall_now - wall;
    effort += std::max(std::min(passed, all - processor), passed / kSlowest);
    wall = wall_now;
    processor = all;
  }
};

// Never destroyed, since threads may use it while the program ends.
State& state() {
  static State& only = *new State;
  return only;
}

}  // namespace

Clock::time_point Clock::now() noexcept {
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  all.advance();
  return time_point(duration(all.effort));
}

Child::Child(pid_t process) {
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  d_number = all.next_child++;
  clockid_t clock{};
  if (::clock_getcpuclockid(process, &clock) != 0) return;
  all.advance();
  all.children.emplace(d_number, Running{clock, 0});
}

Child::~Child() {
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  all.advance();
  const auto child = all.children.find(d_number);
  if (child == all.children.end()) return;
  all.of_ended += child->second.seen;
  all.children.erase(child);
}

}  // namespace launchproof::effort

// Tests the clock used for limits against the wall clock.
#include "verify/effort/clock.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace launchproof::effort {
namespace {

using std::chrono::milliseconds;
using WallClock = std::chrono::steady_clock;

// A share of the wall clock that exceeds what waiting counts and is below what a thread gets beside eight
// others on two processors.
constexpr double kComputing = 1.3 / kSlowest;

void compute_until(const std::atomic<bool>& stop) {
  volatile unsigned long long sink = 0;
  while (!stop) sink = sink + 1;
}

struct Passed {
  std::chrono::nanoseconds effort, wall;
};

template <typename Work>
Passed during(Work work) {
  const auto effort = Clock::now();
  const auto wall = WallClock::now();
  work();
  return {Clock::now() - effort, WallClock::now() - wall};
}

TEST(EffortClock, SleepingCountsAnEighth) {
  const Passed passed = during([] { std::this_thread::sleep_for(milliseconds(200)); });
  EXPECT_LT(passed.effort, kComputing * passed.wall);
  EXPECT_GE(passed.effort, passed.wall / kSlowest - milliseconds(2));
}

// This holds however busy the machine is, and with any number of threads.
TEST(EffortClock, NeverRunsFasterThanTheWallClock) {
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  const Passed passed = during([&] {
    for (int i = 0; i < 3; ++i) threads.emplace_back([&] { compute_until(stop); });
    std::this_thread::sleep_for(milliseconds(200));
    stop = true;
    for (std::thread& thread : threads) thread.join();
  });
  EXPECT_LE(passed.effort, passed.wall + milliseconds(1));
  EXPECT_GT(passed.effort, kComputing * passed.wall);
}

TEST(EffortClock, ChildrenCountAsOwnWork) {
  const pid_t child = ::fork();
  if (child == 0) {
    const std::atomic<bool> never = false;
    compute_until(never);
  }
  std::optional<Child> counted(child);
  const Passed with = during([] { std::this_thread::sleep_for(milliseconds(200)); });
  counted.reset();
  const Passed without = during([] { std::this_thread::sleep_for(milliseconds(200)); });
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_GT(with.effort, kComputing * with.wall);
  EXPECT_LT(without.effort, kComputing * without.wall);
  counted.emplace(child);  // one that has ended is none
  EXPECT_LT(during([] { std::this_thread::sleep_for(milliseconds(50)); }).effort, milliseconds(25));
}

TEST(EffortClock, WaitingUntilATimeEnds) {
  const auto until = Clock::now() + milliseconds(20);
  std::this_thread::sleep_until(until);
  EXPECT_GE(Clock::now(), until);
}

}  // namespace
}  // namespace launchproof::effort

// Tests applications that are killed at any moment of their lives: everything recorded by then can be read
// and is complete.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "application.h"

namespace launchproof::tests {
namespace {

using Clock = std::chrono::steady_clock;

// This many applications run at the same time, which is faster than running them one after another.
constexpr int kAtOnce = 8;
// Lives last from before the first line of the application to long after its first launch. Every doubling of
// a life is as likely as every other. The time until the first launch differs tenfold between machines, loads
// and sanitizers: it is measured first, and lives last for these multiples of it.
constexpr double kShortestLife = 1.0 / 60;
constexpr double kLongestLife = 4;

struct Victim {
  std::shared_ptr<Folder> folder = std::make_shared<Folder>();
  pid_t process = 0;
  Clock::time_point end;
};

// Returns the contents of all captures of killed applications together.
struct Found {
  int unmade = 0;  // killed before there was a capture
  int empty = 0;   // before the first launch
  std::uint64_t launches = 0;
  std::uint64_t contents = 0;
};

void look_at(const Folder& folder, Found& found) {
  if (!std::filesystem::exists(folder.path() + "/run.lpcap/session.json")) {
    ++found.unmade;
    return;
  }
  const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
  found.launches += captured.launch_count();
  if (captured.launches.empty()) ++found.empty;
  for (const capture::Launch& launch : captured.launches) {
    EXPECT_NE(captured.program(launch.program), nullptr);
    EXPECT_EQ(launch.arguments.size(), 2U);
    for (const capture::Argument& argument : launch.arguments) {
      const auto* const buffer = std::get_if<capture::BufferArgument>(&argument.value);
      if (buffer == nullptr || !buffer->contents || buffer->contents->digest.empty()) continue;
      const auto bytes = captured.contents(*buffer);
      ASSERT_TRUE(bytes.has_value()) << buffer->contents->digest;
      EXPECT_EQ(bytes->size(), buffer->bytes);
      ++found.contents;
    }
  }
}

// Returns whether some launch is recorded. The file sizes answer this at once, even while launches are added.
bool has_launch(const Folder& folder) {
  const std::filesystem::path capture = folder.path() + "/run.lpcap";
  if (!std::filesystem::exists(capture)) return false;
  return std::ranges::any_of(std::filesystem::directory_iterator(capture), [](const auto& entry) {
    return entry.path().filename().string().starts_with("launches.") && entry.file_size() > 0;
  });
}

// Returns after how many milliseconds each of kAtOnce applications has recorded a launch.
double time_until_launches(const Application& run) {
  constexpr auto kMost = std::chrono::seconds(30);
  std::vector<Victim> all(kAtOnce);
  const Clock::time_point begin = Clock::now();
  for (Victim& one : all) one.process = run.start(*one.folder);
  for (const Victim& one : all)
    while (!has_launch(*one.folder) && Clock::now() - begin < kMost)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const std::chrono::duration<double, std::milli> passed = Clock::now() - begin;
  for (const Victim& one : all) {
    ::kill(one.process, SIGKILL);
    ::waitpid(one.process, nullptr, 0);
  }
  return passed.count();
}

// `unit` is in milliseconds.
Clock::duration any_life(std::mt19937& random, double unit) {
  std::uniform_real_distribution<double> logarithm(std::log(kShortestLife), std::log(kLongestLife));
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double, std::milli>(unit * std::exp(logarithm(random))));
}

Found kill_at_random(int kills, const Application& run) {
  std::mt19937 random(1);
  Found found;
  const double unit = time_until_launches(run);
  for (int done = 0; done < kills; done += kAtOnce) {
    std::vector<Victim> victims(static_cast<std::size_t>(std::min(kAtOnce, kills - done)));
    for (Victim& victim : victims) {
      victim.process = run.start(*victim.folder);
      victim.end = Clock::now() + any_life(random, unit);
    }
    std::ranges::sort(victims, {}, [](const Victim& victim) { return victim.end; });
    for (const Victim& victim : victims) {
      std::this_thread::sleep_until(victim.end);
      ::kill(victim.process, SIGKILL);
    }
    for (const Victim& victim : victims) {
      int status = 0;
      ::waitpid(victim.process, &status, 0);
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
      look_at(*victim.folder, found);
    }
  }
  return found;
}

int kills(int usual) {
  const char* const given = std::getenv("LAUNCHPROOF_KILLS");
  return given != nullptr ? std::atoi(given) : usual;
}

// The processes must have been killed at the intended moments.
void expect_spread(const Found& found, int of) {
  EXPECT_GT(found.unmade, of / 50);
  EXPECT_LT(found.unmade + found.empty, of * 7 / 8);
  EXPECT_GT(found.launches, static_cast<std::uint64_t>(of));
}

TEST(HostileKills, LeaveACaptureThatCanBeRead) {
  const int times = kills(120);
  const Application run{{app("hostile"), "forever"}, Way::Layer, LAUNCHPROOF_STUB, {}};
  expect_spread(kill_at_random(times, run), times);
}

TEST(HostileKills, LeaveACaptureOfCudaThatCanBeRead) {
  const int times = kills(120);
  Application run{{app("cuda_forwarded"), "forever"},
                  Way::None,
                  "",
                  {{"LAUNCHPROOF_CUDA_DRIVER", LAUNCHPROOF_STUB_CUDA}}};
  run.before = LAUNCHPROOF_FORWARDING;
  expect_spread(kill_at_random(times, run), times);
}

// The application's clock jumps meanwhile.
TEST(HostileKills, LeaveContentsThatCanBeRead) {
  const int times = kills(64);
  const Application run{
      {app("hostile"), "forever"}, Way::Both, LAUNCHPROOF_STUB, {{"LAUNCHPROOF_CONTENTS", "all"}}};
  const Found found = kill_at_random(times, run);
  expect_spread(found, times);
  EXPECT_GT(found.contents, static_cast<std::uint64_t>(times));
}

}  // namespace
}  // namespace launchproof::tests

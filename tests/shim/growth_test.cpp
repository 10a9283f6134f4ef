// Tests the cost of ever new launches: memory of the application and bytes of the capture.
// bench/launch_overhead measures a million launches.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "application.h"

namespace launchproof::tests {
namespace {

// The file of the launch order has room for 262,144 launches in 8 MiB, and does not grow beyond that.
constexpr long kNumber = 370'000;
constexpr long kLast = 100'000;
// The size for a million launches. The order takes at most 8 MiB of it; the capture's counters take 8 bytes
// each.
constexpr long kKibibytesForAMillion = 16L * 1024;
constexpr long kBytesOfALaunch = 300;

std::uintmax_t bytes_of(const std::string& folder, const std::string& beginning) {
  std::uintmax_t sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(beginning)) sum += entry.file_size();
  return sum;
}

struct Resident {
  long before = -1, before_last = -1, all = -1, repeated = -1;  // KiB, as app_distinct prints them
};

Resident resident_in(const Folder& folder, Way way) {
  Application application{
      {app("distinct"), std::to_string(kNumber), std::to_string(kLast)}, way, LAUNCHPROOF_STUB, {}};
  if (way == Way::None) application.capture.clear();
  const Outcome outcome = application.in(folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  Resident found;
  std::istringstream(outcome.out) >> found.before >> found.before_last >> found.all >> found.repeated;
  return found;
}

long lines_of(const std::string& folder) {
  long count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().filename().string().starts_with("launches.")) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) ++count;
  }
  return count;
}

TEST(Growth, OfMemoryAndCaptureIsBounded) {
  const Folder folder;
  const Resident seen = resident_in(folder, Way::Layer);
  if (seen.before <= 0) GTEST_SKIP() << "no /proc/self/smaps_rollup";
  ASSERT_GT(seen.repeated, 0);
  EXPECT_LT(seen.all - seen.before, kKibibytesForAMillion);
  EXPECT_LT(seen.all - seen.before_last, kKibibytesForAMillion * kLast / 1'000'000);
  EXPECT_LT(seen.repeated - seen.all, 256);

  const std::string capture = folder.path() + "/run.lpcap";
  EXPECT_EQ(lines_of(capture), kNumber + 1000);
  EXPECT_LT(bytes_of(capture, "launches.") + bytes_of(capture, "counters."),
            kBytesOfALaunch * (kNumber + 1000));
}

// No part of the growth is hidden in memory that the tests' driver needs as well.
TEST(Growth, WithoutTheShimIsNone) {
  const Folder folder;
  const Resident seen = resident_in(folder, Way::None);
  if (seen.before <= 0) GTEST_SKIP() << "no /proc/self/smaps_rollup";
  EXPECT_LT(seen.all - seen.before, 256);
}

}  // namespace
}  // namespace launchproof::tests

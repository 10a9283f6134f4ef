#include "verify/smt/limits/memory_watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace launchproof::smt {
namespace {

using namespace std::chrono_literals;

TEST(MemoryWatch, CancelsWhatTakesMoreThanItIsToHave) {
  Cancellation work;
  const MemoryWatch watch(1, work);  // less than any process has
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (!work.cancelled() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(work.cancelled());
}

TEST(MemoryWatch, LeavesAloneWhatKeepsWithinIt) {
  Cancellation work;
  {
    const MemoryWatch watch(std::size_t{1} << 40U, work);
    std::this_thread::sleep_for(150ms);
  }
  EXPECT_FALSE(work.cancelled());
}

}  // namespace
}  // namespace launchproof::smt

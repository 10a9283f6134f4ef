// Tests the wording of a proof's assumptions about the launch.
#include "verify/analysis/assumptions.h"

#include <gtest/gtest.h>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

TEST(Assumptions, NamePointersThatWereNotGiven) {
  const model::KernelModel two =
      compiled("__kernel void k(__global int *a, __global int *b, int n) { a[0] = b[n]; }\n");
  model::LaunchFacts facts = small_launch(two);
  EXPECT_EQ(separate_arguments(two, facts), "`a`, `b` share no memory with other arguments: not given");
  facts.arguments[0] = model::BufferArgument{};
  EXPECT_EQ(separate_arguments(two, facts), "`b` shares no memory with other arguments: not given");
  facts.arguments[1] = model::BufferArgument{};
  EXPECT_EQ(separate_arguments(two, facts), "");
}

TEST(Assumptions, AreNoneOfAPointerThatIsAlone) {
  const model::KernelModel one = compiled("__kernel void k(__global int *a, int n) { a[0] = n; }\n");
  EXPECT_EQ(separate_arguments(one, small_launch(one)), "");
}

TEST(Assumptions, NameLockStepWhereSomethingRunsInIt) {
  EXPECT_EQ(lock_step(0), "");
  EXPECT_EQ(lock_step(1), "");
  EXPECT_EQ(lock_step(32), "work-items of 32 consecutive local ids run in lock step (--warp-sync)");
}

}  // namespace
}  // namespace launchproof::analysis

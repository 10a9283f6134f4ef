#include "tests/verify/access/lock_step_cases.h"

#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

using access::testing::LockStepCase;

class TwoThreadLockStepOrders : public ::testing::TestWithParam<LockStepCase> {};

verdict::ClassResult two_with_warps_of(const std::string& body, unsigned warp, std::uint32_t unwinding = 0) {
  symbolic::Options limits = patient();
  limits.warp_sync = warp;
  Options options;
  options.unwinding = unwinding;
  return check(
      "__kernel void k(__global int* a) { __local int t[64]; int l = get_local_id(0); " + body + " }",
      {8, 1, {buffer(1, 1024)}}, options, limits);
}

TEST_P(TwoThreadLockStepOrders, WhatWorkItemsComeTogetherBetween) {
  const LockStepCase& one = GetParam();
  const verdict::ClassResult in_one_warp = two_with_warps_of(one.body, 8);
  EXPECT_EQ(of(in_one_warp, Property::DataRace), one.is_ordered ? Verdict::Verified : Verdict::PossibleDefect)
      << explain(in_one_warp);
  EXPECT_EQ(of(two_with_warps_of(one.body, 0), Property::DataRace), Verdict::PossibleDefect) << one.body;
}

TEST_P(TwoThreadLockStepOrders, TheSameWhereLoopsAreUnwound) {
  const LockStepCase& one = GetParam();
  const verdict::ClassResult in_one_warp = two_with_warps_of(one.body, 8, 9);
  EXPECT_EQ(of(in_one_warp, Property::DataRace), one.is_ordered ? Verdict::Verified : Verdict::PossibleDefect)
      << explain(in_one_warp);
}

INSTANTIATE_TEST_SUITE_P(All, TwoThreadLockStepOrders,
                         ::testing::ValuesIn(access::testing::lock_step_cases()),
                         [](const auto& one) { return one.param.name; });

// The read value may have been stored by a neighbour before, so two work-items may read different values at
// one address without a race.
TEST(TwoThreadLockStep, ChangesWhatIsReadWithoutARace) {
  const verdict::ClassResult result = two_with_warps_of(
      "t[l] = 0; barrier(CLK_LOCAL_MEM_FENCE); int before = t[0]; if (l == 0) t[0] = 1; int after = t[0];"
      " if (l > 0) a[after == before ? 0 : l] = l;",
      8);
  EXPECT_NE(of(result, Property::DataRace), Verdict::Verified) << explain(result);
  ASSERT_FALSE(result.assumptions.empty());
  EXPECT_NE(result.assumptions.front().find("lock step"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::two_thread::testing

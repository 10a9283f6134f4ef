#include "tests/verify/access/lock_step_cases.h"

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using symbolic::Options;
using verdict::Property;
using verdict::Verdict;

class LockStepOrders : public ::testing::TestWithParam<LockStepCase> {};

verdict::ClassResult with_warps_of(unsigned warp, const std::string& body) {
  Options options = patient();
  options.warp_sync = warp;
  return check(
      "__kernel void k(__global int* a) { __local int t[64]; int l = get_local_id(0); " + body + " }",
      {8, 1, {buffer(1, 1024)}}, options);
}

TEST_P(LockStepOrders, WhatWorkItemsComeTogetherBetween) {
  const LockStepCase& one = GetParam();
  const verdict::ClassResult in_one_warp = with_warps_of(8, one.body);
  EXPECT_EQ(of(in_one_warp, Property::DataRace) == Verdict::Verified, one.is_ordered) << explain(in_one_warp);
  // Outside of one warp, each of them has a race.
  EXPECT_EQ(of(with_warps_of(0, one.body), Property::DataRace), Verdict::Defect) << one.body;
}

INSTANTIATE_TEST_SUITE_P(All, LockStepOrders, ::testing::ValuesIn(lock_step_cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace launchproof::access::testing

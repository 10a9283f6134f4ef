// Tests which launches may run concurrently, according to how applications order them.
#include <gtest/gtest.h>

#include "application.h"
#include "capture/overlap.h"
#include "capture/show.h"

namespace launchproof::tests {
namespace {

using capture::find_overlaps;
using capture::Overlaps;

struct Case {
  const char* mode;
  bool at_once;
};

class Order : public testing::TestWithParam<Case> {};

TEST_P(Order, SaysWhetherTwoLaunchesMayRunAtOnce) {
  for (const Way way : {Way::Layer, Way::Preload}) {
    const Recorded run = recorded_on_stub({"order", GetParam().mode}, way);
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
    ASSERT_EQ(run.capture.launches.size(), 2U);
    const Overlaps overlaps = find_overlaps(run.capture);
    EXPECT_TRUE(overlaps.limits.empty());
    ASSERT_EQ(overlaps.pairs.size(), GetParam().at_once ? 1U : 0U);
    const std::string text = capture::show(run.capture);
    const bool is_said = text.find("launches that may run at once") != std::string::npos;
    EXPECT_EQ(is_said, GetParam().at_once) << text;
    if (!GetParam().at_once) continue;
    EXPECT_EQ(overlaps.pairs[0], (capture::Overlap{0, 1}));
    EXPECT_NE(
        text.find("1 first and 2 second: one memory object in common, argument 0 of the one and argument "
                  "0 of the other"),
        std::string::npos)
        << text;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ways, Order,
    testing::Values(Case{"in_order", false}, Case{"unordered", true}, Case{"event", false},
                    Case{"barrier", false}, Case{"old_barrier", false}, Case{"old_wait", false},
                    Case{"early_barrier", true}, Case{"marker", false}, Case{"early_marker", true},
                    Case{"queues", true}, Case{"through_write", false}, Case{"other_event", true},
                    Case{"user_event", true}, Case{"finish", false}, Case{"finish_other", true},
                    Case{"wait", false}, Case{"poll", false}, Case{"read", false}, Case{"read_other", true},
                    Case{"reused_queue", true}, Case{"busy", true}),
    [](const auto& mode) { return mode.param.mode; });

TEST(OrderOfLaunches, ALaunchMayRunAtOnceWithItsRepeat) {
  const Recorded run = recorded_on_stub({"order", "repeats"});
  ASSERT_EQ(run.capture.launches.size(), 1U);
  EXPECT_EQ(run.capture.launches[0].count, 2U);
  const Overlaps overlaps = find_overlaps(run.capture);
  ASSERT_EQ(overlaps.pairs.size(), 1U);
  EXPECT_EQ(overlaps.pairs[0], (capture::Overlap{0, 0}));
}

// A thousand launches of the first kernel in each queue; launches after the two finishes are only concurrent
// with each other.
TEST(OrderOfLaunches, AFinishEndsWhatWasUnderWay) {
  const Recorded run = recorded_on_stub({"order", "many"});
  ASSERT_EQ(run.capture.launches.size(), 2U);
  EXPECT_EQ(run.capture.launches[0].count, 2001U);
  const Overlaps overlaps = find_overlaps(run.capture);
  EXPECT_EQ(overlaps.pairs, (std::vector<capture::Overlap>{{0, 0}, {0, 1}}));
}

// The order is not part of a launch's identity: classes and lines do not change.
TEST(OrderOfLaunches, MakesNoLaunchAnotherOne) {
  for (const char* mode : {"unordered", "queues", "event", "many"}) {
    const Recorded run = recorded_on_stub({"order", mode});
    EXPECT_EQ(run.capture.launches.size(), 2U) << mode;
    EXPECT_EQ(capture::classify(run.capture).size(), 2U) << mode;
  }
}

TEST(OrderOfLaunches, QueuesAreRecorded) {
  const Recorded run = recorded_on_stub({"order", "queues"});
  ASSERT_EQ(run.capture.queues.size(), 2U);
  EXPECT_FALSE(run.capture.queues[0].out_of_order);
  EXPECT_EQ(run.capture.queues[0].device, 1U);
  EXPECT_EQ(run.capture.launches[0].queue, 1U);
  EXPECT_EQ(run.capture.launches[1].queue, 2U);
  EXPECT_TRUE(recorded_on_stub({"order", "unordered"}).capture.queues.at(0).out_of_order);
}

}  // namespace
}  // namespace launchproof::tests

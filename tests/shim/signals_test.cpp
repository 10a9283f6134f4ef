// Tests launches that user events and event callbacks order, and launches that they do not order.
#include <gtest/gtest.h>

#include "application.h"
#include "capture/overlap.h"

namespace launchproof::tests {
namespace {

struct SignalCase {
  const char* mode;
  bool at_once;
};

void expect_order(const Application& application, bool at_once) {
  const Folder folder, plain_folder;
  Application plain = application;
  plain.way = Way::None;
  plain.capture.clear();
  const Outcome expected = plain.in(plain_folder);
  if (expected.status == 3) GTEST_SKIP() << "no device";
  EXPECT_EQ(expected.status, 0) << expected.err;
  EXPECT_EQ(application.in(folder), expected);
  const capture::Capture captured = capture::read_capture(folder.path() + "/run.lpcap");
  ASSERT_EQ(captured.launches.size(), 2U);
  const capture::Overlaps overlaps = capture::find_overlaps(captured);
  EXPECT_TRUE(overlaps.limits.empty());
  std::vector<capture::Overlap> pairs;
  if (at_once) pairs.push_back({0, 1});
  EXPECT_EQ(overlaps.pairs, pairs);
}

class Signals : public testing::TestWithParam<SignalCase> {};

TEST_P(Signals, OrderWhatWaitsForThem) {
  for (const Way way : {Way::Layer, Way::Preload})
    expect_order({{app("signals"), GetParam().mode}, way, LAUNCHPROOF_STUB}, GetParam().at_once);
}

// The place from which the driver calls does not matter.
TEST_P(Signals, OrderTheSameInWhicheverThreadTheDriverCalls) {
  expect_order({{app("signals"), GetParam().mode},
                Way::Layer,
                LAUNCHPROOF_STUB,
                {{"LAUNCHPROOF_STUB_CALLBACK", "here"}}},
               GetParam().at_once);
}

INSTANTIATE_TEST_SUITE_P(
    Ways, Signals,
    testing::Values(SignalCase{"waited", false}, SignalCase{"polled", false}, SignalCase{"finished", false},
                    SignalCase{"read", false}, SignalCase{"later", false}, SignalCase{"in_order", false},
                    SignalCase{"marker", false}, SignalCase{"not_waited", true}, SignalCase{"too_late", true},
                    SignalCase{"other_queue", true}, SignalCase{"failed", true}, SignalCase{"never", true},
                    SignalCase{"reused", true}, SignalCase{"thread", true},
                    SignalCase{"thread_waited", false}, SignalCase{"thread_told", false},
                    SignalCase{"callback", false}, SignalCase{"callback_running", true},
                    SignalCase{"callback_submitted", true}, SignalCase{"callback_other", true},
                    SignalCase{"callback_signals", false}, SignalCase{"callback_polls", false},
                    SignalCase{"callback_of_user", false}, SignalCase{"callback_before", true},
                    SignalCase{"callback_and_host", true}, SignalCase{"many", false}),
    [](const auto& mode) { return mode.param.mode; });

// On a driver that behaves correctly: one ordered and one unordered pair of each kind.
TEST(SignalsOnPocl, OrderWhatWaitsForThem) {
  const Folder cache;  // of the kernels that PoCL compiles, which are the same in all modes
  for (const SignalCase& one :
       {SignalCase{"waited", false}, SignalCase{"thread", true}, SignalCase{"callback", false},
        SignalCase{"callback_submitted", true}, SignalCase{"callback_signals", false}})
    expect_order({{app("signals"), one.mode}, Way::Layer, "", {{"POCL_CACHE_DIR", cache.path()}}},
                 one.at_once);
}

// A callback that receives an error proves no order.
TEST(SignalsOfFailures, OrderNothing) {
  for (const char* mode : {"callback", "callback_signals"})
    expect_order(
        {{app("signals"), mode}, Way::Layer, LAUNCHPROOF_STUB, {{"LAUNCHPROOF_STUB_CALLBACK", "error"}}},
        true);
}

}  // namespace
}  // namespace launchproof::tests

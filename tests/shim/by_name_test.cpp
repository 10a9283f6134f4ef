// Functions that the application gets by name, and what is recorded of their calls.
#include <gtest/gtest.h>

#include "application.h"

namespace launchproof::tests {
namespace {

using capture::Launch;
using capture::ValueArgument;

std::uint8_t value_of(const Launch& launch) {
  return std::get<ValueArgument>(launch.arguments.at(1).value).bytes.at(0);
}

class ByName : public testing::TestWithParam<Way> {};

// Two launches a buffer, three times; the arguments are those of the time when the command was set down. Then
// a function of the API itself.
TEST_P(ByName, ACommandBuffersLaunchesAreRecordedWithEachEnqueue) {
  const Recorded run = recorded_on_stub({"command_buffer", "invalid"}, GetParam());
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  // Of the enqueue before the buffer was final.
  ASSERT_EQ(run.capture.remarks.size(), 1U);
  EXPECT_NE(run.capture.remarks[0].text.find("2 launches were refused"), std::string::npos);
  EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Nothing);
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_EQ(launches[0].count, 3U);
  EXPECT_EQ(launches[0].global_size[0], 64U);
  EXPECT_EQ(launches[0].local_size, (capture::Size3{16, 1, 1}));
  EXPECT_EQ(value_of(launches[0]), 1U);
  EXPECT_EQ(launches[1].count, 3U);
  EXPECT_EQ(launches[1].global_size[0], 32U);
  EXPECT_EQ(value_of(launches[1]), 2U);
  EXPECT_EQ(launches[1].device, launches[2].device);
  EXPECT_NE(launches[1].device, 0U);
  EXPECT_NE(launches[1].call_site.module.find("app_command_buffer"), std::string::npos);
  EXPECT_EQ(launches[2].count, 1U);
  EXPECT_EQ(launches[2].global_size[0], 7U);
  EXPECT_EQ(value_of(launches[2]), 3U);
}

TEST_P(ByName, TheApplicationGetsTheSameResults) {
  for (const char* what : {"", "error"}) {
    const Folder plain, recorded;
    Application application{{app("command_buffer"), "invalid"}, Way::None, LAUNCHPROOF_STUB, {}};
    if (*what != 0) application.environment["LAUNCHPROOF_STUB_LAUNCH"] = what;
    const Outcome expected = application.in(plain);
    application.way = GetParam();
    EXPECT_EQ(application.in(recorded), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, ByName, testing::Values(Way::Layer, Way::Preload, Way::Both));

TEST(ByName, ARefusedCommandBufferLaunchesNothing) {
  const Recorded run =
      recorded_on_stub({"command_buffer", "invalid"}, Way::Layer, {{"LAUNCHPROOF_STUB_LAUNCH", "error"}});
  for (const Launch& launch : run.capture.launches) EXPECT_EQ(launch.count, 0U);
}

// With contents, launches of command buffers say why they have none.
TEST(ByName, ACommandBuffersLaunchesHaveNoContents) {
  const Recorded run =
      recorded_on_stub({"command_buffer", "invalid"}, Way::Layer, {{"LAUNCHPROOF_CONTENTS", "all"}});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  ASSERT_EQ(run.capture.launches.size(), 3U);
  const auto& buffer = std::get<capture::BufferArgument>(run.capture.launches[0].arguments.at(0).value);
  ASSERT_TRUE(buffer.contents.has_value());
  EXPECT_NE(buffer.contents->reason.find("command buffer"), std::string::npos);
}

// A driver that executes them.
TEST(ByName, CommandBuffersOfARealDriver) {
  const Folder plain, recorded;
  Application application{{app("command_buffer")}, Way::None, "", {}};
  const Outcome expected = application.in(plain);
  if (expected.status == 77 || expected.status == 3) GTEST_SKIP() << "no driver with command buffers";
  EXPECT_EQ(expected.status, 0) << expected.err;
  application.way = Way::Layer;
  EXPECT_EQ(application.in(recorded), expected);
  const auto captured = capture::read_capture(recorded.path() + "/run.lpcap");
  ASSERT_GE(captured.launches.size(), 2U);
  EXPECT_EQ(captured.launches[0].count, 3U);
  EXPECT_EQ(captured.launches[1].count, 3U);
}

}  // namespace
}  // namespace launchproof::tests

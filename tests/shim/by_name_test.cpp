// Tests functions that the application looks up by name, and what is recorded of their calls.
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

// Two launches in each command buffer, executed three times, with the arguments set at the time of the
// command; then a function of the core API.
TEST_P(ByName, ACommandBuffersLaunchesAreRecordedWithEachEnqueue) {
  const Recorded run = recorded_on_stub({"command_buffer", "invalid"}, GetParam());
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  // The remark concerns the enqueue that was made before the buffer was finalised.
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

// If contents are recorded, launches of command buffers say why they have none.
TEST(ByName, ACommandBuffersLaunchesHaveNoContents) {
  const Recorded run =
      recorded_on_stub({"command_buffer", "invalid"}, Way::Layer, {{"LAUNCHPROOF_CONTENTS", "all"}});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  ASSERT_EQ(run.capture.launches.size(), 3U);
  const auto& buffer = std::get<capture::BufferArgument>(run.capture.launches[0].arguments.at(0).value);
  ASSERT_TRUE(buffer.contents.has_value());
  EXPECT_NE(buffer.contents->reason.find("command buffer"), std::string::npos);
}

const capture::BufferArgument& first_buffer(const Launch& launch) {
  return std::get<capture::BufferArgument>(launch.arguments.at(0).value);
}

using Mutable = std::pair<const char*, const char*>;  // how the function is called, the driver's version
class MutableCommands : public testing::TestWithParam<std::tuple<Mutable, Way>> {};

TEST_P(MutableCommands, LaterEnqueuesLaunchWhatWasUpdated) {
  const auto& [form, way] = GetParam();
  const Recorded run =
      recorded_on_stub({"mutable", form.first}, way, {{"LAUNCHPROOF_STUB_MUTABLE", form.second}});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  Application plain{{app("mutable"), form.first},
                    Way::None,
                    LAUNCHPROOF_STUB,
                    {{"LAUNCHPROOF_STUB_MUTABLE", form.second}},
                    ""};
  EXPECT_EQ(run.outcome, plain.in(Folder()));
  EXPECT_TRUE(run.capture.remarks.empty());
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 4U);
  for (const Launch& launch : launches) EXPECT_EQ(launch.count, 1U);
  EXPECT_EQ(value_of(launches[0]), 1U);
  EXPECT_EQ(value_of(launches[2]), 9U);
  EXPECT_EQ(launches[2].global_size, (capture::Size3{32, 1, 1}));
  EXPECT_EQ(launches[2].global_offset, (capture::Size3{32, 0, 0}));
  EXPECT_EQ(launches[2].local_size, (capture::Size3{16, 1, 1}));
  EXPECT_EQ(launches[2].call_site, launches[0].call_site);
  EXPECT_EQ(first_buffer(launches[2]), first_buffer(launches[0]));
  EXPECT_EQ(launches[1].local_size, std::nullopt);
  EXPECT_EQ(launches[3].local_size, (capture::Size3{16, 1, 1}));
  EXPECT_EQ(launches[3].global_size, launches[1].global_size);
  EXPECT_EQ(first_buffer(launches[1]).bytes, 256U);
  EXPECT_EQ(first_buffer(launches[3]).bytes, 504U);
  EXPECT_EQ(first_buffer(launches[3]).before, 8U);
  EXPECT_TRUE(launches[1].reach.is_empty());
  ASSERT_EQ(launches[3].reach.memory.size(), 1U);
  EXPECT_EQ(std::get<capture::BufferArgument>(launches[3].reach.memory[0]).root,
            first_buffer(launches[1]).root);
}

INSTANTIATE_TEST_SUITE_P(Ways, MutableCommands,
                         testing::Combine(testing::Values(Mutable{"chain", "0.9.1"},
                                                          Mutable{"lists", "0.9.3"}),
                                          testing::Values(Way::Layer, Way::Preload)));

TEST(MutableCommands, WhatIsNotUnderstoodIsNoted) {
  for (const auto& [version, mode] : {std::pair("?", ""), {"0.9.1", "nameless"}}) {
    const Recorded run =
        recorded_on_stub({"mutable", "chain", mode}, Way::Layer, {{"LAUNCHPROOF_STUB_MUTABLE", version}});
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
    ASSERT_EQ(run.capture.remarks.size(), 1U) << version;
    EXPECT_NE(run.capture.remarks[0].text.find("updated in a way that is not understood"), std::string::npos);
    EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Launches);
  }
}

TEST(MutableCommands, AnUpdateThatIsRefusedChangesNothing) {
  const Recorded run = recorded_on_stub({"mutable", "refused"});
  EXPECT_NE(run.outcome.out.find("update -59"), std::string::npos) << run.outcome.out;
  EXPECT_TRUE(run.capture.remarks.empty());
  ASSERT_EQ(run.capture.launches.size(), 2U);
  for (const Launch& launch : run.capture.launches) EXPECT_EQ(launch.count, 2U);
}

TEST(MutableCommands, APointerMeansWhatLiesThereAtTheEnqueue) {
  const Recorded run = recorded_on_stub({"mutable", "chain", "moved"});
  if (run.outcome.out.find("again: yes") == std::string::npos) GTEST_SKIP() << run.outcome.out;
  ASSERT_EQ(run.capture.launches.size(), 3U);
  EXPECT_EQ(run.capture.launches[0].count, 2U);
  EXPECT_EQ(first_buffer(run.capture.launches[1]).bytes, 256U);
  EXPECT_EQ(first_buffer(run.capture.launches[2]).bytes, 252U);
}

// A driver that executes command buffers.
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

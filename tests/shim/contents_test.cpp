// Tests the contents of buffers: the recording holds what the launch read, and the application is not
// affected.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "application.h"

namespace launchproof::tests {
namespace {

using capture::BufferArgument;
using capture::Launch;
using Environment = std::map<std::string, std::string>;

constexpr const char* kMode = "LAUNCHPROOF_CONTENTS";
constexpr const char* kLimit = "LAUNCHPROOF_CONTENTS_LIMIT";

struct RecordedRun {
  std::shared_ptr<Folder> folder = std::make_shared<Folder>();
  Outcome outcome;
  capture::Capture capture;
};

// Runs app_contents on PoCL without the shim and under it. Both runs must end alike.
RecordedRun recorded(std::vector<std::string> command, Environment environment = {{kMode, "all"}}) {
  RecordedRun run;
  command.insert(command.begin(), app("contents"));
  Application application{std::move(command), Way::None};
  application.capture.clear();
  application.shares_compiled = true;
  const Outcome plain = application.in(*run.folder);
  EXPECT_EQ(plain.status, 0) << plain.err;
  application.way = Way::Layer;
  application.capture = "run.lpcap";
  application.environment = std::move(environment);
  run.outcome = application.in(*run.folder);
  EXPECT_EQ(run.outcome, plain);
  run.capture = capture::read_capture(run.folder->path() + "/run.lpcap");
  for (const capture::Remark& remark : run.capture.remarks) {
    EXPECT_NE(remark.text.find("refused by the runtime"), std::string::npos) << remark.text;
  }
  return run;
}

// Returns the launches of the kernel that reads its buffer, in order.
std::vector<const Launch*> gathers(const RecordedRun& run) {
  std::vector<const Launch*> found;
  for (const Launch& launch : run.capture.launches) {
    if (launch.kernel == "gather") found.push_back(&launch);
  }
  return found;
}

const BufferArgument& buffer(const Launch& launch, std::size_t argument) {
  return std::get<BufferArgument>(launch.arguments.at(argument).value);
}

// Returns the integers that the buffer held, or an empty list if they were not recorded.
std::vector<std::int32_t> integers(const RecordedRun& run, const Launch& launch, std::size_t argument) {
  const auto bytes = run.capture.contents(buffer(launch, argument));
  if (!bytes) return {};
  std::vector<std::int32_t> values(bytes->size() / 4);
  std::memcpy(values.data(), bytes->data(), values.size() * 4);
  return values;
}

std::string reason(const Launch& launch, std::size_t argument) {
  const auto& contents = buffer(launch, argument).contents;
  return contents ? contents->reason : "not asked for";
}

// first, first + 1, ...
std::vector<std::int32_t> counting(std::int32_t first) {
  std::vector<std::int32_t> values(64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<std::int32_t>(i);
  return values;
}

TEST(Contents, AreNotRecordedUnasked) {
  for (const Environment& environment : {Environment{}, Environment{{kMode, "none"}}}) {
    const RecordedRun run = recorded({"repeated", "3", "3"}, environment);
    ASSERT_EQ(run.capture.launches.size(), 1U);
    EXPECT_EQ(run.capture.launches[0].count, 3U);
    EXPECT_FALSE(buffer(run.capture.launches[0], 1).contents.has_value());
  }
}

TEST(Contents, OfTheFirstLaunchAreItsOwn) {
  const RecordedRun run = recorded({"repeated", "5", "2"}, {{kMode, "arguments"}});
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0]->count, 1U);
  EXPECT_EQ(integers(run, *launches[0], 1), counting(0));
  EXPECT_EQ(launches[1]->count, 4U);
  EXPECT_NE(reason(*launches[1], 1).find("a repeat"), std::string::npos);
}

TEST(Contents, OfRepeatsAreToldApart) {
  const RecordedRun run = recorded({"repeated", "7", "3"});
  const auto launches = gathers(run);
  std::uint64_t count = 0;
  std::map<std::int32_t, std::uint64_t> counts;
  for (const Launch* launch : launches) {
    count += launch->count;
    const auto values = integers(run, *launch, 1);
    ASSERT_EQ(values, counting(values.at(0)));
    counts[values[0]] += launch->count;
  }
  EXPECT_EQ(count, 7U);
  EXPECT_EQ(counts, (std::map<std::int32_t, std::uint64_t>{{0, 3}, {100, 2}, {200, 2}}));
}

struct Ordering {
  std::vector<std::string> command;
  std::int32_t first;  // value that the launch reads
};
class Orderings : public testing::TestWithParam<Ordering> {};

TEST_P(Orderings, AreWaitedFor) {
  const RecordedRun run = recorded(GetParam().command);
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(integers(run, *launches[0], 1), counting(GetParam().first)) << reason(*launches[0], 1);
}

INSTANTIATE_TEST_SUITE_P(Ways, Orderings,
                         testing::Values(Ordering{{"out-of-order"}, 10}, Ordering{{"two-queues"}, 7},
                                         Ordering{{"in-order"}, 7}, Ordering{{"no-access"}, 50}));

class UserEvents : public testing::TestWithParam<const char*> {};

// The contents are read after the application has released the launch.
TEST_P(UserEvents, AreNotWaitedFor) {
  const RecordedRun run = recorded({"user-event", GetParam()});
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(integers(run, *launches[0], 1), counting(20)) << reason(*launches[0], 1);
  EXPECT_EQ(integers(run, *launches[1], 1), counting(30));
}

INSTANTIATE_TEST_SUITE_P(Ways, UserEvents, testing::Values("direct", "chained", "queued"));

TEST(Contents, OfPartsAreTheParts) {
  const RecordedRun run = recorded({"sub-buffers"});
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(integers(run, *launches[0], 1), counting(40));
  EXPECT_EQ(integers(run, *launches[1], 1), counting(40));
  EXPECT_EQ(integers(run, *launches[1], 0), counting(40));
}

TEST(Contents, OfHostMemoryAreThoseOfTheTime) {
  const RecordedRun run = recorded({"host-ptr"});
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(integers(run, *launches[0], 1), counting(50));
  EXPECT_EQ(integers(run, *launches[1], 1), counting(60));
}

TEST(Contents, OfThreadsAreNotMixed) {
  const RecordedRun run = recorded({"threads"});
  std::uint64_t count = 0;
  for (const Launch* launch : gathers(run)) {
    const auto values = integers(run, *launch, 1);
    ASSERT_EQ(values.size(), 64U) << reason(*launch, 1);
    EXPECT_EQ(values, counting(values[0]));
    count += launch->count;
  }
  EXPECT_EQ(count, 40U);
}

TEST(Contents, LeaveErrorsToTheApplication) {
  const RecordedRun run = recorded({"invalid"});
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0]->count, 1U);
}

TEST(Contents, KeepToTheLimitOfABuffer) {
  const RecordedRun run = recorded({"repeated", "1", "1"}, {{kMode, "all"}, {kLimit, "255,100000"}});
  const auto launches = gathers(run);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(reason(*launches[0], 1),
            "its 256 bytes exceed the limit of 255 bytes a buffer (--contents-limit)");
}

TEST(Contents, KeepToTheLimitInAll) {
  // The first launch stores its two buffers. Later launches find no room, and stop reading.
  const RecordedRun run = recorded({"repeated", "4", "4"}, {{kMode, "all"}, {kLimit, "256,512"}});
  const auto launches = gathers(run);
  ASSERT_GE(launches.size(), 2U);
  EXPECT_EQ(integers(run, *launches[0], 1), counting(0));
  EXPECT_NE(reason(*launches.back(), 1).find("limit of contents in all"), std::string::npos);
}

// The stub's commands complete at once, unless it is told that they never complete.
TEST(ContentsOnAStub, AreGivenUpWhenADriverStalls) {
  const Recorded run = recorded_on_stub(
      {"vector_add", "3"}, Way::Preload,
      {{kMode, "all"}, {"LAUNCHPROOF_STUB_EVENTS", "stall"}, {"LAUNCHPROOF_CONTENTS_PATIENCE", "20,50"}});
  EXPECT_EQ(run.outcome.status, 7);
  EXPECT_EQ(run.capture.launch_count(), 3U);
  for (const Launch& launch : run.capture.launches) {
    EXPECT_EQ(reason(launch, 0), "not read when the process ended: what the launch waits for took too long");
  }
}

TEST(ContentsOnAStub, AreRecordedEveryWay) {
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    const Recorded run = recorded_on_stub({"vector_add", "10"}, way, {{kMode, "all"}});
    EXPECT_EQ(run.outcome.status, 7);
    ASSERT_EQ(run.capture.launches.size(), 1U);
    EXPECT_EQ(run.capture.launches[0].count, 10U);
    EXPECT_EQ(run.capture.contents(buffer(run.capture.launches[0], 0)).value_or("").size(), 256U);
  }
}

TEST(ContentsOnAStub, OfARefusedLaunchAreTakenAgain) {
  const Recorded run = recorded_on_stub({"contents", "refused"}, Way::Layer,
                                        {{kMode, "arguments"}, {"LAUNCHPROOF_STUB_LAUNCH", "error-once"}});
  EXPECT_EQ(run.outcome.out, "-5\n0\n");
  ASSERT_EQ(run.capture.launches.size(), 1U);
  EXPECT_EQ(run.capture.launches[0].count, 1U);
  EXPECT_TRUE(buffer(run.capture.launches[0], 0).contents->recorded());
}

// No command ever completes; the reported reason depends on whether the application holds one up.
TEST(ContentsOnAStub, WaitForNoEventThatWasReleased) {
  for (const Way way : {Way::Layer, Way::Preload}) {
    const Recorded run = recorded_on_stub(
        {"contents", "released"}, way,
        {{kMode, "all"}, {"LAUNCHPROOF_STUB_EVENTS", "stall"}, {"LAUNCHPROOF_CONTENTS_PATIENCE", "20,50"}});
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
    ASSERT_EQ(run.capture.launches.size(), 2U);
    EXPECT_EQ(reason(run.capture.launches[0], 0),
              "not read when the process ended: the launch waited for an event of the application");
    EXPECT_EQ(reason(run.capture.launches[1], 0),
              "not read when the process ended: what the launch waits for took too long");
  }
}

// A copy that cannot be made does not affect the launch.
TEST(ContentsOnAStub, AreLeftOutWhereACopyFails) {
  for (const char* how : {"refuse", "fail"}) {
    const Recorded run = recorded_on_stub({"vector_add", "10"}, Way::Layer,
                                          {{kMode, "arguments"}, {"LAUNCHPROOF_STUB_COPY", how}});
    EXPECT_EQ(run.outcome.status, 7);
    EXPECT_EQ(run.capture.launch_count(), 10U);
    const std::string why = reason(run.capture.launches.at(0), 0);
    EXPECT_EQ(why, std::string_view(how) == "fail" ? "what the launch waits for failed, or the copy did"
                                                   : "the driver refused to copy it (error -5)");
  }
}

TEST(ContentsOnAStub, SurviveTheLaunchThatKills) {
  const Recorded run = recorded_on_stub(
      {"vector_add", "10"}, Way::Layer,
      {{kMode, "all"}, {"LAUNCHPROOF_STUB_LAUNCH", "kill"}, {"LAUNCHPROOF_STUB_LAUNCH_AT", "4"}});
  ASSERT_EQ(run.capture.launches.size(), 1U);
  EXPECT_EQ(run.capture.launches[0].count, 4U);
  EXPECT_EQ(run.capture.contents(buffer(run.capture.launches[0], 0)).value_or("").size(), 256U);
}

}  // namespace
}  // namespace launchproof::tests

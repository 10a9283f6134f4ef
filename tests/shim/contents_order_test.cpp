// Tests that the recorded contents of a buffer are those that its launch read, whoever else changes the
// buffer at nearly the same time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "application.h"

namespace launchproof::tests {
namespace {

using capture::BufferArgument;
using capture::Launch;

struct OrderRun {
  std::shared_ptr<Folder> folder = std::make_shared<Folder>();
  Outcome outcome;
  capture::Capture capture;
  std::map<std::int32_t, std::uint64_t> found;  // values that launches read, and how often
};

// Runs app_contents_order on PoCL without the shim and under it. Both runs must end alike.
OrderRun ordered(const std::string& what, Way way = Way::Layer,
                 std::map<std::string, std::string> environment = {}) {
  OrderRun run;
  Application application{{"timeout", "60", app("contents_order"), what}, Way::None};
  application.capture.clear();
  application.shares_compiled = true;
  const Outcome plain = application.in(*run.folder);
  EXPECT_EQ(plain.status, 0) << plain.err;
  application.way = way;
  application.capture = "run.lpcap";
  application.environment = std::move(environment);
  application.environment.emplace("LAUNCHPROOF_CONTENTS", "all");
  run.outcome = application.in(*run.folder);
  EXPECT_EQ(run.outcome.out, plain.out);
  EXPECT_EQ(run.outcome, plain);
  run.capture = capture::read_capture(run.folder->path() + "/run.lpcap");
  for (const capture::Remark& remark : run.capture.remarks) ADD_FAILURE() << remark.text;
  std::ifstream file(run.folder->path() + "/found");
  for (std::int32_t value = 0; file >> value;) ++run.found[value];
  return run;
}

struct Recordings {
  std::map<std::int32_t, std::uint64_t> values;  // that are recorded, and of how many launches
  std::map<std::string, std::uint64_t> reasons;
  std::uint64_t all = 0, recorded = 0;
};

// Returns the recordings of this kernel's launches. All entries of each buffer must be equal.
Recordings recordings(const OrderRun& run, const std::string& kernel, std::size_t argument) {
  Recordings result;
  for (const Launch& launch : run.capture.launches) {
    if (launch.kernel != kernel) continue;
    result.all += launch.count;
    const auto& buffer = std::get<BufferArgument>(launch.arguments.at(argument).value);
    const auto bytes = run.capture.contents(buffer);
    if (!bytes) {
      result.reasons[buffer.contents ? buffer.contents->reason : "not asked for"] += launch.count;
      continue;
    }
    std::vector<std::int32_t> values(bytes->size() / 4);
    std::memcpy(values.data(), bytes->data(), values.size() * 4);
    EXPECT_EQ(std::ranges::count(values, values.at(0)), static_cast<std::ptrdiff_t>(values.size()))
        << "the launch began before its copy was made";
    result.values[values[0]] += launch.count;
    result.recorded += launch.count;
  }
  return result;
}

// No contents are recorded more often than launches read them.
void expect_true(const OrderRun& run, const Recordings& recorded) {
  std::uint64_t launches = 0;
  for (const auto& [value, count] : run.found) launches += count;
  EXPECT_EQ(recorded.all, launches);
  for (const auto& [value, count] : recorded.values) {
    const auto found = run.found.find(value);
    EXPECT_LE(count, found == run.found.end() ? 0 : found->second) << "contents " << value;
  }
}

const char* const kDisturbed =
    "another thread enqueued a command that may write it while the launch was enqueued";

TEST(ContentsInOrder, AreNotThoseBeforeACallbackWrote) {
  const OrderRun run = ordered("callback");
  const Recordings recorded = recordings(run, "gather", 1);
  expect_true(run, recorded);
  for (const auto& [reason, count] : recorded.reasons) EXPECT_EQ(reason, kDisturbed);
}

TEST(ContentsInOrder, OfALaunchFromACallbackAreRecorded) {
  const OrderRun run = ordered("launching");
  const Recordings recorded = recordings(run, "gather", 1);
  expect_true(run, recorded);
  EXPECT_EQ(recorded.recorded, 1U);
}

class Writers : public testing::TestWithParam<Way> {};

TEST_P(Writers, InOtherThreadsAreNotMixedIn) {
  const OrderRun run = ordered("threads", GetParam());
  const Recordings recorded = recordings(run, "gather", 1);
  expect_true(run, recorded);
  EXPECT_GT(recorded.recorded, 0U);
  for (const auto& [reason, count] : recorded.reasons) EXPECT_EQ(reason, kDisturbed);
}

INSTANTIATE_TEST_SUITE_P(Ways, Writers, testing::Values(Way::Layer, Way::Preload));

TEST(ContentsOutOfOrder, AreThoseBeforeTheLaunchChangedThem) {
  const OrderRun run = ordered("in-place");
  const Recordings recorded = recordings(run, "bump", 0);
  expect_true(run, recorded);
  EXPECT_EQ(recorded.recorded, 6U);
}

// Nothing waits: the application sets its event after all launches are enqueued.
TEST(ContentsOutOfOrder, AreRecordedThoughTheApplicationHoldsLaunchesUp) {
  const OrderRun run = ordered("pipelined");
  const Recordings recorded = recordings(run, "gather", 1);
  expect_true(run, recorded);
  EXPECT_EQ(recorded.recorded, 40U);
}

TEST(ContentsInOrder, OfLaunchesThatFailAreNotRecorded) {
  for (const char* what : {"failing", "failing-out-of-order"}) {
    Recordings recorded = recordings(ordered(what), "gather", 1);
    EXPECT_EQ(recorded.all, 1U);
    EXPECT_EQ(recorded.reasons["what the launch waits for failed, or the copy did"], 1U) << what;
  }
}

TEST(ContentsInOrder, LeaveReferencesAndTimesAsTheyAre) {
  const Recordings recorded = recordings(ordered("watched"), "gather", 1);
  EXPECT_EQ(recorded.recorded, 1U);
}

TEST(ContentsInOrder, OfMappedBuffersMayChangeAtAnyTime) {
  const OrderRun run = ordered("mapped");
  Recordings recorded = recordings(run, "gather", 1);
  expect_true(run, recorded);
  EXPECT_EQ(recorded.values, (std::map<std::int32_t, std::uint64_t>{{6, 1}}));
  EXPECT_EQ(recorded.reasons["the application had it mapped for writing when it enqueued the launch"], 1U);
}

// Each launch checks those before it; the check must not become ever slower.
TEST(ContentsInOrder, AreNotRecordedWhereTooManyLaunchesWait) {
  Recordings recorded = recordings(ordered("many"), "gather", 1);
  EXPECT_EQ(recorded.all, 300U);
  EXPECT_EQ(recorded.recorded, 256U);
  EXPECT_EQ(recorded.reasons["the copies of too many launches wait for commands of the application"], 44U);
}

// The application is notified that its context is gone while it is in no call.
TEST(ContentsInOrder, KeepNoContextThatTheApplicationLetGo) {
  const OrderRun run = ordered("released", Way::Layer, {{"LAUNCHPROOF_CONTENTS_PATIENCE", "0"}});
  EXPECT_NE(run.outcome.out.find("is destroyed"), std::string::npos) << run.outcome.out;
  const Recordings recorded = recordings(run, "gather", 1);
  EXPECT_EQ(recorded.all, 1U);
}

// The copies are read at the end of the process; no launch is delayed.
TEST(ContentsInOrder, AreReadAtTheEndAtTheLatest) {
  const OrderRun run = ordered("unasked", Way::Layer, {{"LAUNCHPROOF_CONTENTS_PATIENCE", "1"}});
  for (const Launch& launch : run.capture.launches) {
    if (launch.kernel != "gather") continue;
    EXPECT_TRUE(std::get<BufferArgument>(launch.arguments.at(1).value).contents->recorded());
  }
}

}  // namespace
}  // namespace launchproof::tests

// Tests races between launches that may run concurrently, from an application to every kind of report.
#include <fstream>

#include "tests/cli/recorded_application.h"

namespace launchproof::cli::testing {
namespace {

class LaunchRaceTest : public RecordedApplicationTest {
 protected:
  // Returns the result of the only pair, or null if there is none.
  Json pair_of(const std::string& folder) const {
    Json found;
    for (const Json& one : results(folder)) {
      if (!one.at("properties").contains("launch-race")) continue;
      EXPECT_TRUE(found.is_null()) << "several pairs";
      found = one;
    }
    return found;
  }
};

TEST_F(LaunchRaceTest, ADefectIsInEveryReport) {
  const Ran ran =
      run_app("c", {"order", "queues"}, {{}, {"--sarif", path("c.sarif"), "--junit", path("c.xml")}});
  EXPECT_EQ(ran.status, 10) << ran.err;
  const Json pair = pair_of("c");
  ASSERT_FALSE(pair.is_null());
  EXPECT_EQ(pair.at("kernel"), "first and second");
  EXPECT_EQ(pair.at("properties").at("launch-race"), "defect");
  EXPECT_EQ(pair.at("launches"), 0);
  ASSERT_EQ(pair.at("findings").size(), 1U);
  const Json& finding = pair.at("findings").at(0);
  EXPECT_EQ(finding.at("kind"), "write-write");
  EXPECT_EQ(finding.at("confirmation"), "confirmed");
  expect_holds(finding.at("message"), "race on byte 0 of `out`");
  expect_holds(finding.at("message"), "`first`, launch 1 (class 1), writes");
  expect_holds(finding.at("message"), "`second`, launch 2 (class 2), writes");
  expect_holds(finding.at("explanation"), "neither waits for the event of the other");
  expect_holds(finding.at("explanation"), "Launch 2 (class 2) is enqueued by");
  EXPECT_EQ(finding.at("locations").at(0).at("line"), 1);
  EXPECT_EQ(finding.at("locations").at(1).at("line"), 2);
  expect_holds(ran.err, "[launch-race, write-write]");
  expect_holds(ran.err, "2 launch classes and 1 pair that may run at once of 2 kernels (2 launches)");
  expect_holds(ran.err, "see it again with: launchproof verify");
  const Ran replayed = run({"replay", "c", "--finding", finding.at("id").get<std::string>()});
  EXPECT_EQ(replayed.status, 2);
  expect_holds(replayed.err, "concerns two launches; only `launchproof verify ");
  expect_holds(replayed.err, " --class 1 --class 2` executes them");
  expect_holds(read("c/report.html"), "race on byte 0 of");
  expect_holds(read("c.sarif"), "\"launch-race\"");
  expect_holds(read("c.xml"), "<failure type=\"defect\"");
  EXPECT_TRUE(document("c").at("notes").empty());
}

TEST_F(LaunchRaceTest, WhatIsAcceptedPasses) {
  EXPECT_EQ(run_app("c", {"order", "queues"}).status, 10);
  EXPECT_EQ(run({"verify", "c", "-o", "again", "--baseline", "c/results.json"}).status, 0);
  std::ofstream(path("pass.json")) << R"({"schema": "launchproof.suppressions/1", "suppressions": [)"
                                   << R"({"property": "launch-race", "kernel": "first and second",)"
                                   << R"( "reason": "tested", "expires": "never"}]})";
  const Ran passed = run({"verify", "c", "-o", "again", "--suppressions", path("pass.json")});
  EXPECT_EQ(passed.status, 0) << passed.out << passed.err;
}

TEST_F(LaunchRaceTest, PairsAreLeftOutWhereNobodyWantsThem) {
  EXPECT_EQ(run_app("c", {"order", "queues"}).status, 10);
  EXPECT_EQ(run({"verify", "c", "-o", "off", "--launch-races", "off"}).status, 0);
  EXPECT_TRUE(pair_of("off").is_null());
  expect_holds(document("off").at("notes").dump(), "whether they race is not verified");
  EXPECT_EQ(run({"verify", "c", "-o", "one", "--class", "1"}).status, 0);
  EXPECT_TRUE(pair_of("one").is_null());
  EXPECT_EQ(run({"verify", "c", "-o", "both", "--class", "1", "--class", "2"}).status, 10);
  EXPECT_EQ(run({"verify", "c", "-o", "x", "--launch-races", "perhaps"}).status, 2);
}

TEST_F(LaunchRaceTest, WhatWasNotExecutedStaysOpen) {
  EXPECT_EQ(run_app("c", {"order", "queues"}).status, 10);
  EXPECT_EQ(run({"verify", "c", "-o", "unseen", "--no-replay"}).status, 11);
  const Json pair = pair_of("unseen");
  ASSERT_FALSE(pair.is_null());
  EXPECT_EQ(pair.at("properties").at("launch-race"), "unknown");
  expect_holds(pair.at("reason"), "were not shown to be apart: the two launches were not executed");
}

TEST_F(LaunchRaceTest, LaunchesInOrderAreNoPair) {
  EXPECT_EQ(run_app("c", {"order", "event"}).status, 0);
  EXPECT_TRUE(pair_of("c").is_null());
}

// The launch stores the same values each time that it is repeated.
TEST_F(LaunchRaceTest, ARepeatMayStoreEqualBytes) {
  EXPECT_EQ(run_app("c", {"order", "repeats"}).status, 0);
  const Json pair = pair_of("c");
  ASSERT_FALSE(pair.is_null());
  EXPECT_EQ(pair.at("properties").at("launch-race"), "verified") << pair.dump(1);
  ASSERT_EQ(pair.at("findings").size(), 1U);
  EXPECT_EQ(pair.at("findings").at(0).at("benign"), true);
  EXPECT_EQ(run({"verify", "c", "-o", "strict", "--strict"}).status, 10);
}

TEST_F(LaunchRaceTest, StreamsAndGraphsOfCuda) {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"two_streams", "defect"}, {"two_streams_apart", "verified"}, {"event", ""},
      {"graph", "defect"},       {"graph_apart", "verified"},       {"graph_chain", ""}};
  for (const auto& [mode, expected] : cases) {
    const Ran ran = run_app(mode, {"cuda_order", mode});
    EXPECT_EQ(ran.status, expected == std::string("defect") ? 10 : 0) << mode << ran.err;
    const Json pair = pair_of(mode);
    ASSERT_EQ(pair.is_null(), *expected == '\0') << mode;
    if (pair.is_null()) continue;
    EXPECT_EQ(pair.at("properties").at("launch-race"), expected) << pair.dump(1);
    if (expected == std::string("defect"))
      expect_holds(pair.at("findings").at(0).at("explanation"), "no edge of a graph");
  }
}

}  // namespace
}  // namespace launchproof::cli::testing

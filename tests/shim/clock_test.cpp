// Tests clocks that behave abnormally: the recording is the same, and nothing waits forever.
#include <gtest/gtest.h>

#include <csignal>

#include "application.h"

namespace launchproof::tests {
namespace {

class Clocks : public testing::TestWithParam<const char*> {
 protected:
  // The process is killed after a minute, whatever its clock shows.
  static Recorded recorded(std::vector<std::string> command, Way way,
                           std::map<std::string, std::string> environment = {}) {
    Recorded result;
    result.folder = std::make_shared<Folder>();
    command.front() = app(command.front());
    command.insert(command.begin(), {"/usr/bin/timeout", "--signal=KILL", "60"});
    environment.emplace("LAUNCHPROOF_TEST_CLOCK", GetParam());
    Application run{std::move(command), way, LAUNCHPROOF_STUB, std::move(environment)};
    run.before = beside("clock");
    result.outcome = run.in(*result.folder);
    run.way = Way::None;
    run.capture = "";
    EXPECT_EQ(result.outcome, run.in(Folder()));
    result.capture = capture::read_capture(result.folder->path() + "/run.lpcap");
    for (const capture::Process& process : result.capture.processes)
      EXPECT_FALSE(process.stopped.has_value());
    return result;
  }
};

TEST_P(Clocks, CostNoContents) {
  const Recorded run = recorded({"threads", "5"}, Way::Both, {{"LAUNCHPROOF_CONTENTS", "all"}});
  EXPECT_EQ(run.outcome, (Outcome{0, "done\n", ""}));
  EXPECT_EQ(run.capture.launch_count(), 40U);
  for (const capture::Launch& launch : run.capture.launches) {
    const auto& buffer = std::get<capture::BufferArgument>(launch.arguments.at(0).value);
    EXPECT_TRUE(run.capture.contents(buffer).has_value()) << buffer.contents->reason;
  }
}

// A wait for copies that never complete ends after the given time.
TEST_P(Clocks, EndEveryPatience) {
  const Recorded run = recorded({"threads", "2"}, Way::Both,
                                {{"LAUNCHPROOF_CONTENTS", "all"}, {"LAUNCHPROOF_STUB_EVENTS", "stall"}});
  EXPECT_EQ(run.outcome, (Outcome{0, "done\n", ""}));
  EXPECT_EQ(run.capture.launch_count(), 16U);
  for (const capture::Launch& launch : run.capture.launches)
    EXPECT_NE(std::get<capture::BufferArgument>(launch.arguments.at(0).value).contents->reason, "");
}

TEST_P(Clocks, HideNoChildsEnd) {
  for (const Way way : {Way::Preload, Way::Both}) {
    for (const auto& [how, signal] :
         {std::pair("terminated", SIGTERM), {"murdered", SIGKILL}, {"segv", SIGSEGV}}) {
      const Recorded run = recorded({"children", how}, way, {{"LAUNCHPROOF_CONTENTS", "all"}});
      ASSERT_EQ(run.capture.processes.size(), 2U);
      for (const capture::Process& process : run.capture.processes) {
        EXPECT_EQ(process.enqueues, 1U);
        if (process.forked_from.empty()) continue;
        EXPECT_EQ(process.ending, capture::Ending::Killed) << how;
        EXPECT_EQ(process.signal, static_cast<std::uint64_t>(signal)) << how;
        EXPECT_EQ(process.was_asked_to_end, signal != SIGSEGV) << how;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Clocks, testing::Values("jumps", "back", "stands"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace launchproof::tests

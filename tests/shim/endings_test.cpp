// Tests applications that fork, crash, are killed or leave in other ways: no recorded launch is lost.
#include <gtest/gtest.h>

#include <csignal>

#include "application.h"
#include "capture/reading/endings.h"

namespace launchproof::tests {
namespace {

struct Ending {
  const char* how;
  int status;
};
class Endings : public testing::TestWithParam<Ending> {};

TEST_P(Endings, KeepsTheLaunchBefore) {
  const Recorded run = recorded_on_stub({"leaving", GetParam().how});
  EXPECT_EQ(run.outcome.status, GetParam().status);
  EXPECT_EQ(run.capture.launch_count(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Ways, Endings,
                         testing::Values(Ending{"return", 0}, Ending{"_exit", 21},
                                         Ending{"abort", 256 + SIGABRT}, Ending{"segv", 256 + SIGSEGV},
                                         Ending{"kill", 256 + SIGKILL}));

TEST(Endings, KeepsTheLaunchThatKills) {
  for (const char* how : {"kill", "crash"}) {
    const Recorded run =
        recorded_on_stub({"vector_add", "10"}, Way::Layer,
                         {{"LAUNCHPROOF_STUB_LAUNCH", how}, {"LAUNCHPROOF_STUB_LAUNCH_AT", "4"}});
    EXPECT_GT(run.outcome.status, 256);
    ASSERT_EQ(run.capture.launches.size(), 1U);
    EXPECT_EQ(run.capture.launches[0].count, 4U);
  }
}

TEST(Endings, TakesRefusedLaunchesBack) {
  const Recorded run = recorded_on_stub({"vector_add"}, Way::Layer, {{"LAUNCHPROOF_STUB_LAUNCH", "error"}});
  EXPECT_EQ(run.outcome.status, 4);
  EXPECT_EQ(run.capture.launch_count(), 0U);
  ASSERT_EQ(run.capture.processes.size(), 1U);
  EXPECT_EQ(run.capture.processes[0].enqueues, 0U);
  EXPECT_EQ(run.capture.processes[0].refused, 1U);
}

TEST(Endings, CountsRefusedLaunchesApart) {
  for (const char* contents : {"none", "all"}) {
    const Recorded run = recorded_on_stub({"autotuner"}, Way::Layer, {{"LAUNCHPROOF_CONTENTS", contents}});
    EXPECT_EQ(run.outcome.status, 0);
    EXPECT_EQ(run.capture.launch_count(), 1U);
    EXPECT_EQ(run.capture.processes.at(0).enqueues, 1U);
    EXPECT_EQ(run.capture.processes[0].refused, 2U);
    ASSERT_EQ(run.capture.remarks.size(), 1U);
    EXPECT_NE(run.capture.remarks[0].text.find("2 launches were refused"), std::string::npos);
    EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Nothing);
  }
}

TEST(Endings, GoesOnWithoutDescriptors) {
  const Recorded run = recorded_on_stub({"leaving", "closed"});
  EXPECT_EQ(run.outcome.status, 0);
  EXPECT_EQ(run.capture.launches.size(), 3U);
}

TEST(Endings, LaunchesNothing) {
  const Recorded run = recorded_on_stub({"leaving", "nothing"});
  EXPECT_EQ(run.outcome.status, 0);
  EXPECT_EQ(run.capture.launch_count(), 0U);
  EXPECT_EQ(run.capture.programs.size(), 1U);
}

TEST(Endings, CountsAForkedChildApart) {
  const Recorded run = recorded_on_stub({"forking"});
  EXPECT_EQ(run.outcome.out, "child: 0\n");
  EXPECT_EQ(run.capture.processes.size(), 2U);
  // The parent makes two equal launches and one more; the child makes one like the parent's and a different
  // one.
  EXPECT_EQ(run.capture.launches.size(), 4U);
  EXPECT_EQ(run.capture.launch_count(), 5U);
  for (const capture::Launch& launch : run.capture.launches) {
    EXPECT_NE(run.capture.program(launch.program), nullptr);
    EXPECT_EQ(std::get<capture::BufferArgument>(launch.arguments.at(0).value).bytes, 256U);
  }
}

TEST(Endings, ForksWhileThreadsRecord) {
  const Recorded run = recorded_on_stub({"storm"});
  EXPECT_EQ(run.outcome.out, "children lost: 0\n");
  EXPECT_EQ(run.capture.processes.size(), 31U);
  for (const capture::Process& process : run.capture.processes) EXPECT_FALSE(process.stopped.has_value());
}

// The locks around stored data are taken in sections too.
TEST(Endings, ForksWhileThreadsRecordContents) {
  const Recorded run = recorded_on_stub({"storm"}, Way::Layer, {{"LAUNCHPROOF_CONTENTS", "all"}});
  EXPECT_EQ(run.outcome.out, "children lost: 0\n");
}

struct ChildEnding {
  const char* how;
  capture::Ending ending;
  std::uint64_t signal = 0;
  bool was_asked = false;
};
class ChildEndings : public testing::TestWithParam<ChildEnding> {};

TEST_P(ChildEndings, AreWrittenDown) {
  for (const Way way : {Way::Both, Way::Preload}) {
    const Recorded run = recorded_on_stub({"children", GetParam().how}, way);
    Application plain{{app("children"), GetParam().how}, Way::None, LAUNCHPROOF_STUB, {}, ""};
    EXPECT_EQ(run.outcome, plain.in(Folder()));
    if (run.outcome.status == 77) GTEST_SKIP() << "no system of its own can be made";
    ASSERT_EQ(run.capture.processes.size(), 2U);
    for (const capture::Process& process : run.capture.processes) {
      EXPECT_EQ(process.enqueues, 1U);
      EXPECT_EQ(process.ending, process.forked_from.empty() ? capture::Ending::Returned : GetParam().ending);
      // The numbers of this simulated system have other meanings here.
      const bool is_here = GetParam().how != std::string("everyone");
      EXPECT_FALSE(is_here && capture::is_recording(run.capture.path, process.tag));
      if (process.forked_from.empty()) continue;
      EXPECT_EQ(process.signal, GetParam().signal);
      EXPECT_EQ(process.was_asked_to_end, GetParam().was_asked);
    }
  }
}

using enum capture::Ending;
INSTANTIATE_TEST_SUITE_P(
    Ways, ChildEndings,
    testing::Values(
        ChildEnding{"return", Returned}, ChildEnding{"_exit", Left}, ChildEnding{"_Exit", Left},
        ChildEnding{"quick_exit", Left}, ChildEnding{"thread", Returned}, ChildEnding{"raw", Left},
        ChildEnding{"abort", Killed, SIGABRT}, ChildEnding{"segv", Killed, SIGSEGV},
        ChildEnding{"kill", Killed, SIGKILL}, ChildEnding{"execv", Replaced}, ChildEnding{"execl", Replaced},
        ChildEnding{"execle", Replaced}, ChildEnding{"execlp", Replaced}, ChildEnding{"execvp", Replaced},
        ChildEnding{"execvpe", Replaced}, ChildEnding{"execve", Replaced}, ChildEnding{"fexecve", Replaced},
        ChildEnding{"execveat", Replaced}, ChildEnding{"failing", Killed, SIGABRT},
        ChildEnding{"vfork", Killed, SIGABRT}, ChildEnding{"vexec", Killed, SIGABRT},
        ChildEnding{"daemon", Left}, ChildEnding{"terminated", Killed, SIGTERM, true},
        ChildEnding{"murdered", Killed, SIGKILL, true}, ChildEnding{"group", Killed, SIGTERM, true},
        ChildEnding{"killpg", Killed, SIGTERM, true}, ChildEnding{"own_group", Killed, SIGTERM, true},
        ChildEnding{"queued", Killed, SIGTERM, true}, ChildEnding{"one_thread", Killed, SIGTERM, true},
        ChildEnding{"descriptor", Killed, SIGTERM, true},
        ChildEnding{"descriptor_group", Killed, SIGTERM, true}, ChildEnding{"refused", Killed, SIGTERM},
        ChildEnding{"everyone", Killed, SIGTERM, true}, ChildEnding{"other_group", Killed, SIGTERM},
        ChildEnding{"stubborn", Killed, SIGSEGV}),
    [](const auto& one) { return std::string(one.param.how); });

TEST(Endings, AreSeenByWhicheverFunctionWaits) {
  for (const std::string function : {"wait", "waitpid", "wait3", "wait4", "waitid", "nowhere"}) {
    for (const std::string how : {"terminated", "raw"}) {
      const Recorded run = recorded_on_stub({"children", how, function}, Way::Both);
      EXPECT_EQ(
          run.outcome,
          (Application{{app("children"), how, function}, Way::None, LAUNCHPROOF_STUB, {}, ""}.in(Folder())));
      ASSERT_EQ(run.capture.processes.size(), 2U);
      for (const capture::Process& process : run.capture.processes) {
        if (process.forked_from.empty()) continue;
        EXPECT_EQ(process.ending, how == "raw" ? Left : Killed) << function;
        EXPECT_EQ(process.was_asked_to_end, how == "terminated") << function;
      }
    }
  }
}

// The functions of a layer replace no exported functions.
TEST(Endings, AreNotSeenByALayerAlone) {
  const Recorded run = recorded_on_stub({"children", "kill"}, Way::Layer);
  ASSERT_EQ(run.capture.processes.size(), 2U);
  for (const capture::Process& process : run.capture.processes)
    EXPECT_EQ(process.ending, process.forked_from.empty() ? Returned : GoesOn);
}

TEST(Endings, RecordsAProgramStartedByAChild) {
  const Recorded run = recorded_on_stub({"forking", "exec"});
  EXPECT_EQ(run.outcome.out, "child: 0\n");
  EXPECT_EQ(run.capture.processes.size(), 2U);
  EXPECT_EQ(run.capture.launch_count(), 5U);
}

}  // namespace
}  // namespace launchproof::tests

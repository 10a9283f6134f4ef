// Tests applications in situations that a recorder may not expect: they must not notice the recorder, and the
// recording can be read.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "application.h"

namespace launchproof::tests {
namespace {

namespace fs = std::filesystem;

struct Hostile {
  const char* mode;
  std::uint64_t launches;
};
class HostileApplications : public testing::TestWithParam<std::tuple<Hostile, Way>> {};

TEST_P(HostileApplications, AreRecordedUnnoticed) {
  const auto& [hostile, way] = GetParam();
  const Folder plain_folder;
  const Application plain{{app("hostile"), hostile.mode}, Way::None, LAUNCHPROOF_STUB, {}, ""};
  const Outcome expected = plain.in(plain_folder);
  const Recorded run = recorded_on_stub({"hostile", hostile.mode}, way);
  EXPECT_EQ(run.outcome, expected) << run.outcome.status << ' ' << run.outcome.out << run.outcome.err;
  EXPECT_EQ(run.capture.launch_count(), hostile.launches);
  for (const capture::Process& process : run.capture.processes) EXPECT_FALSE(process.stopped.has_value());
}

INSTANTIATE_TEST_SUITE_P(Modes, HostileApplications,
                         testing::Combine(testing::Values(Hostile{"chdir", 2},
                                                          Hostile{"many-kernels", 10'000},
                                                          Hostile{"overflow", 2}, Hostile{"start", 6}),
                                          testing::Values(Way::Layer, Way::Preload, Way::Both)));

// The functions of a layer replace no exported functions.
INSTANTIATE_TEST_SUITE_P(ByLayer, HostileApplications,
                         testing::Combine(testing::Values(Hostile{"start-fresh", 2}),
                                          testing::Values(Way::Layer)));
INSTANTIATE_TEST_SUITE_P(ByPreload, HostileApplications,
                         testing::Combine(testing::Values(Hostile{"start-fresh", 6}),
                                          testing::Values(Way::Preload, Way::Both)));

INSTANTIATE_TEST_SUITE_P(Slow, HostileApplications,
                         testing::Combine(testing::Values(Hostile{"big-program", 2}),
                                          testing::Values(Way::Layer)));

// The number of launches before the cancellation is random.
TEST(HostileThreads, EndInTheMiddle) {
  const Recorded run = recorded_on_stub({"hostile", "threads"});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_GE(run.capture.launch_count(), 10U);
  for (const capture::Process& process : run.capture.processes) EXPECT_FALSE(process.stopped.has_value());
}

// The recorded arguments of each launch are those that the launching thread had set.
TEST(HostileThreads, GetTheArgumentsThatEachHasSet) {
  for (const char* how : {"shared", "apart"}) {
    for (const char* contents : {"none", "all"}) {
      const Recorded run =
          recorded_on_stub({"threads", "320", how}, Way::Layer, {{"LAUNCHPROOF_CONTENTS", contents}});
      EXPECT_EQ(run.outcome, (Outcome{0, "done\n", ""}));
      EXPECT_EQ(run.capture.launch_count(), 8U * 320);
      std::map<std::uint64_t, std::uint64_t> counts;  // by number
      for (const capture::Launch& launch : run.capture.launches) {
        const std::uint64_t number = launch.global_size[0];
        counts[number] += launch.count;
        EXPECT_EQ(std::get<capture::BufferArgument>(launch.arguments.at(0).value).bytes, number * 4);
        const auto& value = std::get<capture::ValueArgument>(launch.arguments.at(1).value).bytes;
        EXPECT_EQ(value, (std::vector<unsigned char>{static_cast<unsigned char>(number), 0, 0, 0}));
      }
      EXPECT_EQ(counts.size(), 8U * 16);
      for (const auto& [number, count] : counts) EXPECT_EQ(count, 20U) << number;
    }
  }
}

// The stub driver accepts calls that a driver would refuse. The refused calls, and the side that refuses
// them, must be the same as without the shim.
TEST(HostileCalls, GiveWhatTheyGiveWithoutTheShim) {
  const Folder folder;
  const Application plain{{app("hostile"), "wrong"}, Way::None, LAUNCHPROOF_STUB, {}, ""};
  const Outcome expected = plain.in(folder);
  for (const Way way : {Way::Layer, Way::Preload, Way::Both})
    EXPECT_EQ(recorded_on_stub({"hostile", "wrong"}, way).outcome, expected);
}

// A driver that checks its objects is not asked about a handle that it has not accepted before, and its error
// code is returned.
TEST(HostileHandles, AreLeftToTheDriver) {
  for (const char* how : {"memory", "other", "released"}) {
    for (const char* contents : {"none", "all"}) {
      const Folder folder;
      Application plain{
          {app("handles"), how}, Way::None, LAUNCHPROOF_STUB, {{"LAUNCHPROOF_STUB_HANDLES", "strict"}}, ""};
      const Outcome expected = plain.in(folder);
      EXPECT_EQ(expected.status, 0) << expected.err;
      EXPECT_EQ(expected.err, "");
      for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
        const Recorded run =
            recorded_on_stub({"handles", how}, way,
                             {{"LAUNCHPROOF_STUB_HANDLES", "strict"}, {"LAUNCHPROOF_CONTENTS", contents}});
        EXPECT_EQ(run.outcome.status, expected.status) << how << run.outcome.err;
        EXPECT_EQ(run.outcome.out, expected.out) << how;
        EXPECT_EQ(run.outcome.err, expected.err) << how;
        ASSERT_EQ(run.capture.launches.size(), 2U) << how;
        EXPECT_EQ(run.capture.launch_count(), 2U);
        for (const capture::Launch& launch : run.capture.launches)
          EXPECT_NE(run.capture.program(launch.program), nullptr);
      }
    }
  }
}

// The shim queries an object whose creation it did not see, once the driver has accepted that object.
TEST(HostileHandles, ThatWereNotSeenToBeMadeAreRecorded) {
  for (const char* contents : {"none", "all"}) {
    const Recorded run =
        recorded_on_stub({"handles", "unseen"}, Way::Layer,
                         {{"LAUNCHPROOF_STUB_HANDLES", "strict"}, {"LAUNCHPROOF_CONTENTS", contents}});
    EXPECT_EQ(run.outcome, (Outcome{0, "", ""})) << run.outcome.err;
    ASSERT_EQ(run.capture.launches.size(), 2U);
    for (const capture::Launch& launch : run.capture.launches) {
      EXPECT_EQ(launch.kernel, "fill");
      EXPECT_NE(launch.device, 0U);
      ASSERT_NE(run.capture.program(launch.program), nullptr);
      EXPECT_EQ(run.capture.program(launch.program)->options, "-DUNSEEN");
      EXPECT_EQ(run.capture.program(launch.program)->sources.size(), 1U);
    }
    EXPECT_EQ(std::get<capture::BufferArgument>(run.capture.launches[1].arguments.at(0).value).bytes, 256U);
  }
}

TEST(HostileLibraries, ASanitizerBesideTheShimIsNoTrouble) {
  if (!fs::path(LAUNCHPROOF_SANITIZER).is_absolute()) GTEST_SKIP() << "no libasan.so";
  const std::string sanitizer = LAUNCHPROOF_SANITIZER;
  for (const std::string& preloaded : {sanitizer, sanitizer + ":" + LAUNCHPROOF_SHIM}) {
    for (const char* name : {"vector_add", "threads", "hostile"}) {
      const Recorded run = recorded_on_stub(
          {name}, Way::Layer, {{"LD_PRELOAD", preloaded}, {"ASAN_OPTIONS", "detect_leaks=0:exitcode=99"}});
      EXPECT_EQ(run.outcome.err, "") << name;
      EXPECT_NE(run.outcome.status, 99) << name;
      EXPECT_GT(run.capture.launch_count(), 0U) << name;
    }
  }
}

// The mask may remove permissions of other users, but removing the owner's permissions would make the
// recording fail.
TEST(HostileMasks, LeaveACaptureThatItsOwnerMayRead) {
  for (const char* contents : {"none", "all"}) {
    const Folder folder;
    Application run{
        {app("hostile"), "umask"}, Way::Layer, LAUNCHPROOF_STUB, {{"LAUNCHPROOF_CONTENTS", contents}}};
    run.unprivileged = true;
    EXPECT_EQ(run.in(folder), (Outcome{0, "", ""}));
    const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
    EXPECT_EQ(captured.launch_count(), 2U);
    std::size_t files = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path())) {
      if (entry.path().filename() == "out" || entry.path().filename() == "err") continue;
      const fs::perms wanted =
          entry.is_directory() ? fs::perms::owner_all : fs::perms::owner_read | fs::perms::owner_write;
      EXPECT_EQ(entry.status().permissions(), wanted) << entry.path();
      ++files;
    }
    EXPECT_GT(files, 6U);
  }
}

TEST(HostileRoots, KeepWhatWasLaunchedBefore) {
  if (::geteuid() != 0) GTEST_SKIP() << "chroot is root's";
  const Folder folder;
  const Application run{{app("hostile"), "chroot"}, Way::Layer, LAUNCHPROOF_STUB, {}};
  EXPECT_EQ(run.in(folder), (Outcome{0, "", ""}));
  const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
  EXPECT_EQ(captured.launch_count(), 2U);
}

TEST(HostileCaptures, AreSharedByProcessesThatKnowNothingOfEachOther) {
  const Folder folder;
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      const Folder own;
      const Application run{{app("hostile")}, Way::Layer, LAUNCHPROOF_STUB, {}, folder.path() + "/run.lpcap"};
      ::_exit(run.in(own).status);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
  EXPECT_EQ(captured.processes.size(), 4U);
  EXPECT_EQ(captured.launch_count(), 8U);
  EXPECT_TRUE(captured.remarks.empty());
}

}  // namespace
}  // namespace launchproof::tests

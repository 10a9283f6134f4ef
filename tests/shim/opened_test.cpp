// Tests programs that open an OpenCL library themselves and examine it.
#include <gtest/gtest.h>

#include <filesystem>

#include "application.h"

namespace launchproof::tests {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStubDriver = LAUNCHPROOF_STUB "liblaunchproof_stub_icd.so";
constexpr const char* kPoclDriver = "libpocl.so.2";

struct Opening {
  const char* driver;
  Way way;
};
class OpenedLibraries : public testing::TestWithParam<Opening> {};

// The program brings its own loader, which has no layers.
TEST_P(OpenedLibraries, AreRecorded) {
  for (const char* how : {"", "again", "version"}) {
    const Folder folder, plain_folder;
    Application run{{app("opened"), LAUNCHPROOF_PLAIN_LOADER},
                    GetParam().way,
                    LAUNCHPROOF_NO_DRIVER,
                    {{"PLAIN_LOADER_DRIVER", GetParam().driver}}};
    if (*how != 0) run.command.emplace_back(how);
    Application plain = run;
    plain.way = Way::None;
    plain.capture.clear();
    const Outcome expected = plain.in(plain_folder);
    if (expected.status == 3) GTEST_SKIP() << "no such driver";
    EXPECT_EQ(expected, (Outcome{0, "launched: 0, finished: 0\n", ""}));
    EXPECT_EQ(run.in(folder), expected);
    const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
    EXPECT_TRUE(captured.remarks.empty());
    ASSERT_EQ(captured.launches.size(), 1U);
    const capture::Launch& launch = captured.launches[0];
    EXPECT_EQ(launch.count, 1U);
    EXPECT_EQ(launch.kernel, "one");
    EXPECT_EQ(launch.global_size[0], 64U);
    EXPECT_EQ(std::get<capture::BufferArgument>(launch.arguments.at(0).value).bytes, 256U);
    EXPECT_NE(launch.call_site.module.find("app_opened"), std::string::npos);
    EXPECT_NE(captured.program(launch.program), nullptr);
    EXPECT_EQ(captured.devices.size(), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, OpenedLibraries,
                         testing::Values(Opening{kStubDriver, Way::Preload}, Opening{kStubDriver, Way::Both},
                                         Opening{kPoclDriver, Way::Both}));

// A library is searched for according to the library that opens it, which is the caller of dlopen().
TEST(OpenedByABareName, AreFoundByTheCallersRunpath) {
  const Folder plain_folder;
  Application run{{app("asking"), beside("asking")}, Way::None, LAUNCHPROOF_STUB, {}, ""};
  const Outcome expected = run.in(plain_folder);
  EXPECT_EQ(expected, (Outcome{0, "answer: 42\nanswer: 42\n", ""}));
  run.capture = "run.lpcap";
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    const Folder folder;
    run.way = way;
    EXPECT_EQ(run.in(folder), expected);
    EXPECT_EQ(capture::read_capture(folder.path() + "/run.lpcap").launch_count(), 1U);
  }
}

// The system's loader calls the shim as a layer, and its launches are recorded once.
TEST(OpenedLoaders, AreRecordedOnce) {
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    const Recorded run = recorded_on_stub({"opened"}, way);
    EXPECT_EQ(run.outcome, (Outcome{0, "launched: 0, finished: 0\n", ""}));
    EXPECT_EQ(run.capture.launch_count(), 1U);
    EXPECT_TRUE(run.capture.remarks.empty());
  }
}

// A plug-in opened with RTLD_LOCAL links the loader: its calls reach the functions that the shim exports,
// although only the plug-in sees the loader.
TEST(OpenedLoaders, OfPlugInsAreRecordedOnce) {
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    for (const bool twice : {false, true}) {
      std::vector<std::string> command{"plugged", LAUNCHPROOF_PLUGIN};
      if (twice) command.emplace_back("twice");
      const Recorded run = recorded_on_stub(command, way);
      EXPECT_EQ(run.outcome, (Outcome{0, twice ? "ran: 7\nran: 7\n" : "ran: 7\n", ""}));
      EXPECT_EQ(run.capture.launch_count(), twice ? 2U : 1U);
      EXPECT_TRUE(run.capture.remarks.empty());
    }
  }
}

// This loader is opened in addition to the one that the program links.
TEST(OpenedLoaders, BesideALinkedLoaderAreSaid) {
  for (const Way way : {Way::Preload, Way::Both}) {
    const Recorded run = recorded_on_stub({"second_loader", LAUNCHPROOF_PLAIN_LOADER}, way,
                                          {{"PLAIN_LOADER_DRIVER", kStubDriver}});
    EXPECT_EQ(run.outcome.out, "0 1\n");
    EXPECT_EQ(run.capture.launch_count(), 1U);
    ASSERT_EQ(run.capture.remarks.size(), 1U);
    EXPECT_NE(run.capture.remarks[0].text.find("by itself, whose calls are not recorded"), std::string::npos);
    EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Launches);
  }
}

// The caller's location decides which library is found, and errors are reported as by the C library.
TEST(LookUps, FindWhatTheyFindWithoutTheShim) {
  for (const char* capture : {"run.lpcap", ""}) {
    const Folder folder, plain_folder;
    Application run{
        {app("look_ups"), "places", LAUNCHPROOF_PLAIN_LOADER}, Way::None, LAUNCHPROOF_STUB, {}, ""};
    const Outcome expected = run.in(plain_folder);
    EXPECT_EQ(expected.out,
              "clNothing: not found, error\nclEnqueueNDRangeKernel: found, no error\nclNothing: not found, "
              "error\nnvrtcCompileProgram: not found, error\nversions: 1 0 1 1\nnext: "
              "1\nplain_loader_finds_itself: found, no error\nitself: 1\n");
    run.way = Way::Preload;
    run.capture = capture;
    EXPECT_EQ(run.in(folder), expected);
  }
}

// A loader that is part of the program calls through the driver's tables.
TEST(LookUps, InADriverAreSaid) {
  for (const char* driver : {kStubDriver, kPoclDriver}) {
    const Folder folder, plain_folder;
    Application run{{app("look_ups"), "driver", driver}, Way::None, LAUNCHPROOF_NO_DRIVER, {}, ""};
    const Outcome expected = run.in(plain_folder);
    if (expected.status == 3) continue;
    run.way = Way::Both;
    run.capture = "run.lpcap";
    EXPECT_EQ(run.in(folder), expected);
    const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
    ASSERT_EQ(captured.remarks.size(), 1U);
    EXPECT_NE(captured.remarks[0].text.find("by itself, whose calls are not recorded"), std::string::npos);
    EXPECT_EQ(captured.remarks[0].missing, capture::Missing::Launches);
  }
}

}  // namespace
}  // namespace launchproof::tests

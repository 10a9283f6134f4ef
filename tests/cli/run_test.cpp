// Tests `run`, `record`, `verify` and `capture show` through the command line. The writer makes the captures,
// so no OpenCL platform is needed.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "capture/writing/writer.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class RunTest : public ProgramTest {
 protected:
  Json results(const std::string& folder) const {
    return Json::parse(read(folder + "/results.json")).at("results");
  }
};

TEST_F(RunTest, ARecordedRaceIsFound) {
  record("c.lpcap", "a[get_global_id(0) / 2] = get_global_id(0);", capture::Size3{8, 1, 1});
  const Ran ran = run({"verify", "c.lpcap"});
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  const Json all = results("c.lpcap");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.at(0).at("verdict"), "defect");
  EXPECT_EQ(all.at(0).at("launches"), 2);
  expect_holds(all.at(0).at("repro"), "--class 1");
  expect_holds(read("c.lpcap/report.html"), "get_global_id(0) / 2");
}

TEST_F(RunTest, AClassIsExplained) {
  record("c.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  const Ran before = run({"capture", "show", "c.lpcap", "--class", "1"});
  EXPECT_EQ(before.status, 0) << before.err;
  expect_holds(before.out, "Recorded launch 1 (2 times).");
  expect_holds(before.out, "Not verified: c.lpcap/results.json is not there");
  EXPECT_EQ(run({"verify", "c.lpcap"}).status, 0);
  const Ran after = run({"capture", "show", "c.lpcap", "--class", "1"});
  expect_holds(after.out, "Verdict: verified (c.lpcap/results.json).");
  expect_holds(after.out, "Given global size");
  const Ran wrong = run({"capture", "show", "c.lpcap", "--class", "2"});
  EXPECT_EQ(wrong.status, 2);
  expect_holds(wrong.err, "the capture has no launch class `2`; its 1 classes count from 1");
  std::ofstream(path("c.lpcap/results.json")) << "{";
  const Ran damaged = run({"capture", "show", "c.lpcap", "--class", "1"});
  EXPECT_EQ(damaged.status, 0) << damaged.err;
  expect_holds(damaged.out, "Recorded launch 1 (2 times).");
  expect_holds(damaged.out, "c.lpcap/results.json cannot be read: ");
}

TEST_F(RunTest, ARecordedProofAndWhereItIsWritten) {
  record("c.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  const Ran ran = run({"verify", "c.lpcap", "-o", "elsewhere", "--format=json"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(Json::parse(ran.out).at("results").at(0).at("verdict"), "verified");
  EXPECT_EQ(results("elsewhere").size(), 1U);
  EXPECT_FALSE(fs::exists(path("c.lpcap/results.json")));
  EXPECT_EQ(run({"verify", "c.lpcap", "--class", "1"}).status, 0);
  EXPECT_EQ(run({"verify", "c.lpcap", "--class", "2"}).status, 2);
  const Ran shown = run({"capture", "show", "c.lpcap"});
  EXPECT_EQ(shown.status, 0);
  expect_holds(shown.out, "a device");
}

// The application's own compiler accepted the program, so a compile error here is not the user's mistake.
TEST_F(RunTest, ARecordedProgramThatDoesNotCompileStaysOpen) {
  record("c.lpcap", "a[0] = undeclared;", capture::Size3{8, 1, 1});
  for (const char* command : {"verify", "replay"}) {
    const Ran ran = run({command, "c.lpcap"});
    EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
    expect_holds(ran.out, "does not compile");
  }
}

TEST_F(RunTest, ALaunchOfAnotherClassIsStatusTwo) {
  record("c.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  // A separate process makes other launches and another class.
  record("c.lpcap", "a[get_global_id(0)] = 2;", capture::Size3{8, 1, 1});
  EXPECT_EQ(run({"replay", "c.lpcap", "--class", "1", "--launch", "1"}).status, 0);
  const Ran ran = run({"replay", "c.lpcap", "--class", "2", "--launch", "1"});
  EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
  expect_holds(ran.err, "launch 1 belongs to class 1, which --class does not select");
}

TEST_F(RunTest, ALocalSizeLeftToTheRuntime) {
  record("free.lpcap", "a[get_global_id(0)] = 1;", std::nullopt);
  EXPECT_EQ(run({"verify", "free.lpcap"}).status, 0);
  expect_holds(results("free.lpcap").at(0).at("launch"), "local any");
  record("bound.lpcap", "a[get_global_id(0)] = get_local_id(0);", std::nullopt);
  EXPECT_EQ(run({"verify", "bound.lpcap"}).status, 0) << "so it is for every local size";
  const Json proved = results("bound.lpcap");
  EXPECT_EQ(proved.at(0).at("verdict"), "verified");
  expect_holds(proved.at(0).at("launch"), "local (any)");
  EXPECT_TRUE(proved.at(0).at("assumptions").empty());
}

// One group has no race, and groups of 32 have one. The actual size is unknown.
TEST_F(RunTest, ALocalSizeLeftToTheRuntimeThatMattersIsAPossibleDefect) {
  record("bound.lpcap", "a[get_local_id(0)] = get_group_id(0);", std::nullopt);
  EXPECT_EQ(run({"verify", "bound.lpcap"}).status, 10);
  const Json all = results("bound.lpcap");
  EXPECT_EQ(all.at(0).at("verdict"), "possible-defect");
  expect_holds(all.at(0).at("reason"), "with local size (1), one of 7 that the runtime may have chosen");
  EXPECT_EQ(all.at(0).at("property_details").at("data-race").at("causes").at(0).at("cause"),
            "sizes-left-open");
  const Json& finding = all.at(0).at("findings").at(0);
  EXPECT_EQ(finding.at("approximations").at(0).at("cause"), "sizes-left-open");
  EXPECT_EQ(finding.at("confirmation"), "unconfirmed") << "what one size shows is not shown of the launch";
  EXPECT_EQ(run({"replay", "bound.lpcap"}).status, 11) << "there is no local size to execute it with";
}

// Each local size is judged separately if no proof holds for all of them at once.
TEST_F(RunTest, ALocalSizeLeftToTheRuntimeIsEachThatItMayBe) {
  record("all.lpcap", "barrier(CLK_GLOBAL_MEM_FENCE); a[0] = get_global_id(0);", std::nullopt);
  EXPECT_EQ(run({"verify", "all.lpcap"}).status, 10);
  const Json all = results("all.lpcap");
  EXPECT_EQ(all.at(0).at("verdict"), "defect") << "with groups of any size";
  EXPECT_EQ(all.at(0).at("findings").at(0).at("confirmation"), "confirmed");
}

// Problems within groups are sought, although the recorded facts specify groups of one work-item.
TEST_F(RunTest, ALocalSizeLeftToTheRuntimeIsOneOfSeveralWorkItemsToo) {
  record("apart.lpcap", "if (get_local_id(0) == 1) barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = 1;",
         std::nullopt);
  EXPECT_EQ(run({"verify", "apart.lpcap"}).status, 10);
  EXPECT_EQ(results("apart.lpcap").at(0).at("properties").at("barrier-divergence"), "possible-defect");
  const std::string exchange = "__local int t[64]; t[get_local_id(0)] = get_local_id(0); ";
  const std::string read = "a[get_global_id(0)] = t[get_local_id(0) ^ 1];";
  record("race.lpcap", exchange + read, std::nullopt);
  EXPECT_EQ(run({"verify", "race.lpcap"}).status, 10);
  EXPECT_EQ(results("race.lpcap").at(0).at("properties").at("data-race"), "possible-defect");
  record("ordered.lpcap", exchange + "barrier(CLK_LOCAL_MEM_FENCE); " + read, std::nullopt);
  run({"verify", "ordered.lpcap"});
  EXPECT_EQ(results("ordered.lpcap").at(0).at("properties").at("data-race"), "verified");
}

// Programs of OpenCL C 2.0 may be launched with a smaller last group.
TEST_F(RunTest, ALocalSizeLeftToTheRuntimeIsOpenInWholeGroupsAlone) {
  const std::string kernel = "a[get_global_id(0)] = get_local_id(0);";
  record("two.lpcap", kernel, std::nullopt, "-cl-std=CL2.0");
  EXPECT_EQ(run({"verify", "two.lpcap"}).status, 11);
  const Json all = results("two.lpcap");
  EXPECT_EQ(all.at(0).at("verdict"), "unsupported");
  expect_holds(all.at(0).at("reason"), "left to the runtime");
  record("whole.lpcap", kernel, std::nullopt, "-cl-std=CL2.0 -cl-uniform-work-group-size");
  EXPECT_EQ(run({"verify", "whole.lpcap"}).status, 0);
}

TEST_F(RunTest, ACaptureThatCannotBeReadIsStatusTwo) {
  const auto refused = [&](const std::string& name, const std::string& part) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"verify", name}, std::vector<std::string>{"capture", "show", name}}) {
      const Ran ran = run(words);
      EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
      expect_holds(ran.err, part);
    }
  };
  refused("missing.lpcap", "missing.lpcap");
  fs::create_directories(path("empty.lpcap"));
  refused("empty.lpcap", "empty.lpcap");
  write("file.lpcap", "");
  refused("file.lpcap", "file.lpcap");
  record("new.lpcap", "a[0] = 1;", std::nullopt);
  std::string session = read("new.lpcap/session.json");
  session.replace(session.find("launchproof.capture/3"), 21, "launchproof.capture/7");
  write("new.lpcap/session.json", session);
  refused("new.lpcap", "launchproof.capture/7");
}

TEST_F(RunTest, ALostLaunchIsNoProof) {
  record("c.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  for (const auto& entry : fs::directory_iterator(path("c.lpcap"))) {
    const std::string name = entry.path().filename();
    if (name.starts_with("launches.") && name.ends_with(".jsonl")) {
      write("c.lpcap/" + name, read("c.lpcap/" + name) + "{\"kernel\": \"lo");
    }
  }
  const Ran ran = run({"verify", "c.lpcap"});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  EXPECT_EQ(results("c.lpcap").at(0).at("verdict"), "verified");
}

TEST_F(RunTest, NowhereToWriteIsStatusTwoBeforeAnyWork) {
  record("c.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  const Ran ran = run({"verify", "c.lpcap", "-o", "/proc/nowhere"});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "-o");
}

TEST_F(RunTest, TheApplicationsOutputIsItsOwn) {
  const Ran ran = run({"run", "--", "/bin/echo", "--hello", "-o", "x"});
  EXPECT_EQ(ran.out, "--hello -o x\n");
  EXPECT_EQ(ran.status, 12) << ran.err;
  expect_holds(ran.err, "no kernel launch was recorded");
  EXPECT_TRUE(fs::exists(path("echo.lpcap/results.json")));
  run({"run", "-q", "--", "/bin/echo"});
  EXPECT_TRUE(fs::exists(path("echo-2.lpcap")));
}

TEST_F(RunTest, TheApplicationsStatusIsKept) {
  EXPECT_EQ(run({"run", "-q", "-o", "a", "--", "/bin/sh", "-c", "exit 7"}).status, 7);
  EXPECT_EQ(run({"run", "-q", "-o", "b", "--", "/bin/sh", "-c", "kill -9 $$"}).status, 137);
  EXPECT_EQ(run({"record", "-q", "-o", "c", "--", "/bin/sh", "-c", "exit 3"}).status, 3);
  EXPECT_EQ(run({"record", "-q", "-o", "d", "--", "/bin/true"}).status, 0);
}

TEST_F(RunTest, AnApplicationThatCannotStartIsStatusTwo) {
  const auto refused = [&](const std::string& application, const std::string& part) {
    const Ran ran = run({"run", "--", application});
    EXPECT_EQ(ran.status, 2) << ran.err;
    expect_holds(ran.err, part);
  };
  refused("./missing", "no such file");
  refused("no-such-program-anywhere", "PATH");
  refused("/tmp", "folder");
  write("plain", "text");
  refused("./plain", "chmod +x");
  write_script("lost", "#!/no/such/interpreter\n");
  refused("./lost", "interpreter");
  for (const auto& entry : fs::directory_iterator(path("."))) EXPECT_NE(entry.path().extension(), ".lpcap");
}

TEST_F(RunTest, ACaptureIsNeverOverwritten) {
  record("old", "a[0] = 1;", std::nullopt);
  const Ran ran = run({"record", "-o", "old", "--", "/bin/true"});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "holds a capture already");
}

TEST_F(RunTest, WhyNothingWasRecorded) {
  fs::copy_file("/bin/true", path("cuda"));
  write("cuda", read("cuda") + "libcudart.so.10.1");
  const bool has_driver = fs::exists("/dev/nvidiactl");
  expect_holds(run({"run", "--", "./cuda"}).err,
               has_driver ? "CUDA is not recorded yet" : "the runtimes of CUDA 11, 12 and 13 are offered");
  expect_holds(run({"run", "--", "/bin/true"}).err, "does not seem to use OpenCL");
}

TEST_F(RunTest, SignalsGoOnToTheApplication) {
  const std::string script = write_script("app",
                                          "#!/bin/sh\ntrap 'exit 42' TERM\n: > ready\n"
                                          "while :; do sleep 0.05; done\n");
  const Ran ran = run({"record", "--", script}, {}, [&](int child) {
    for (int i = 0; i < 400 && !fs::exists(path("ready")); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    ::kill(child, SIGTERM);
  });
  EXPECT_EQ(ran.status, 42) << ran.err;
}

// Expects the same as for each program that --prefer-source refuses.
TEST_F(RunTest, ANoteThatIsSaidOftenIsShownOnce) {
  record("said.lpcap", "a[get_global_id(0)] = 1;", capture::Size3{8, 1, 1});
  for (const auto& entry : fs::directory_iterator(path("said.lpcap"))) {
    if (!entry.path().filename().string().starts_with("programs.")) continue;
    std::ofstream programs(entry.path(), std::ios::app);
    for (const char* text : {"often", "once", "often", "often"})
      programs << R"({"record":"note","text":")" << text << "\"}\n";
  }
  const Ran ran = run({"verify", "said.lpcap"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const Json notes = Json::parse(read("said.lpcap/results.json")).at("notes");
  ASSERT_EQ(notes.size(), 2U) << notes;
  expect_holds(notes.at(0), ": often (3 times)");
  EXPECT_TRUE(notes.at(1).get<std::string>().ends_with(": once")) << notes;
}

}  // namespace
}  // namespace launchproof::cli::testing

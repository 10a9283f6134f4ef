// Tests `run` and `record` with applications that end in unusual ways and captures in unusual places: every
// launch is recorded and judged, and the exit status is the application's or reports what is missing.
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr int kNoNamespace = 99;

std::string app(const std::string& name) {
  return LAUNCHPROOF_APPS "app_" + name;
}

// Mounts a separate file system of the given number of KiB at `folder`, for the child.
void mount_small(const std::string& folder, const std::string& kibibytes) {
  const int flags = ::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
  if (::unshare(flags) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("tmpfs", folder.c_str(), "tmpfs", 0, ("size=" + kibibytes + "k").c_str()) != 0) {
    ::_exit(kNoNamespace);
  }
}

class EndingsTest : public ProgramTest {
 protected:
  // Runs under the stub driver, or under a driver that does not exist.
  Ran run_on(const std::string& vendors, const std::vector<std::string>& words,
             const std::function<void()>& prepare = {}) const {
    return run(words, [&] {
      ::setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
      if (prepare) prepare();
    });
  }
  Ran run_on_stub(const std::vector<std::string>& words, const std::function<void()>& prepare = {}) const {
    return run_on(LAUNCHPROOF_STUB, words, prepare);
  }
  Json results(const std::string& folder) const {
    return Json::parse(read(folder + "/results.json")).at("results");
  }
};

TEST_F(EndingsTest, WhatWasLaunchedBeforeIsJudged) {
  const std::vector<std::pair<std::string, int>> endings{{"return", 0},
                                                         {"_exit", 21},
                                                         {"abort", 128 + SIGABRT},
                                                         {"segv", 128 + SIGSEGV},
                                                         {"kill", 128 + SIGKILL}};
  for (const auto& [how, status] : endings) {
    const Ran ran = run_on_stub({"run", "-o", how, "--", app("leaving"), how});
    EXPECT_EQ(ran.status, status) << how << ran.err;
    if (status > 128) expect_holds(ran.err, "what it launched before is kept");
    const Json all = results(how);
    ASSERT_EQ(all.size(), 1U) << how;
    EXPECT_EQ(all.at(0).at("verdict"), "verified") << how;
  }
}

TEST_F(EndingsTest, AChildThatIsKilledIsAProblem) {
  const std::vector<std::pair<std::string, std::string>> signals{
      {"kill", "9"}, {"segv", "11"}, {"abort", "6"}, {"stubborn", "11"}};
  for (const auto& [how, signal] : signals) {
    Ran ran = run_on_stub({"run", "-o", how, "--", app("children"), how});
    EXPECT_EQ(ran.status, 11) << how << ran.err;
    expect_holds(ran.err, "was killed by signal " + signal + " (SIG");
    expect_holds(ran.err, "; until then it had recorded 1 launch");
    EXPECT_EQ(results(how).at(0).at("verdict"), "verified") << how;
    expect_holds(run({"capture", "show", how}).out, ", killed by signal " + signal + '\n');
    EXPECT_EQ(run({"verify", how}).status, 11);
  }
  for (const char* how : {"return", "_exit", "execl", "thread", "raw"}) {
    const Ran ran = run_on_stub({"run", "-o", how, "--", app("children"), how});
    EXPECT_EQ(ran.status, 0) << how << ran.err;
    EXPECT_EQ(ran.err.find("problem"), std::string::npos) << ran.err;
  }
}

// Its recording is complete, and it ended as the application intended.
TEST_F(EndingsTest, AChildThatTheApplicationEndsIsNoted) {
  for (const auto& [how, signal] :
       {std::pair("terminated", "15 (SIGTERM)"), std::pair("murdered", "9 (SIGKILL)")}) {
    const Ran ran = run_on_stub({"run", "-o", how, "--", app("children"), how});
    EXPECT_EQ(ran.status, 0) << how << ran.err;
    expect_holds(ran.err, std::string("was ended by signal ") + signal +
                              ", which the application itself had sent to it");
    const Json file = Json::parse(read(std::string(how) + "/results.json"));
    EXPECT_EQ(file.at("notes").size(), 1U);
    EXPECT_TRUE(file.at("problems").empty());
    expect_holds(run({"capture", "show", how}).out, "of the application's own");
    EXPECT_EQ(run({"verify", how}).status, 0);
  }
}

// The application ended before it.
TEST_F(EndingsTest, AChildWhoseEndNobodySawIsAProblem) {
  const Ran ran = run_on_stub({"run", "-o", "c", "--", app("children"), "orphan"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err, "recorded 1 launch and did not end its recording: it was killed, it crashed, or");
  expect_holds(run({"capture", "show", "c"}).out, ", did not end its recording");
}

// The end of the application itself is always known, also to a later run of `verify`.
TEST_F(EndingsTest, TheEndOfTheApplicationStaysKnown) {
  EXPECT_EQ(run_on_stub({"record", "-o", "killed", "--", app("leaving"), "kill"}).status, 128 + SIGKILL);
  const Ran ran = run({"verify", "killed"});
  EXPECT_EQ(ran.status, 11);
  expect_holds(ran.out, "was killed by signal 9 (SIGKILL); until then it had recorded 1 launch");
  expect_holds(run({"capture", "show", "killed"}).out, ", killed by signal 9");
  EXPECT_EQ(run_on_stub({"record", "-o", "raw", "--", app("leaving"), "raw"}).status, 0);
  EXPECT_EQ(run({"verify", "raw"}).status, 0);
  // The notes do not mention an earlier run.
  EXPECT_EQ(run_on_stub({"record", "-o", "killed", "--append", "--", app("leaving")}).status, 0);
  EXPECT_EQ(run({"verify", "killed"}).status, 11);
}

TEST_F(EndingsTest, AProcessThatStillRunsIsNoted) {
  Ran ran = run_on_stub({"run", "-o", "c", "--", app("children"), "stays", "30"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_holds(ran.err, "has recorded 1 launch and still runs");
  const Json notes = Json::parse(read("c/results.json")).at("notes");
  std::smatch found;
  const std::string note = notes.at(0).get<std::string>();
  ASSERT_TRUE(std::regex_search(note, found, std::regex("process ([0-9]+) has recorded"))) << note;
  ::kill(std::stoi(found[1]), SIGKILL);
  // A process that ends soon is waited for.
  ran = run_on_stub({"run", "-o", "d", "--", app("children"), "stays", "0"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err.find("still runs"), std::string::npos) << ran.err;
}

// With --format=json, standard error holds the results and the application's output, and nothing else.
TEST_F(EndingsTest, JsonStandsAlone) {
  const std::vector<std::pair<std::vector<std::string>, int>> applications{
      {{app("leaving")}, 0}, {{app("leaving"), "kill"}, 128 + SIGKILL}, {{"/bin/true"}, 12}};
  for (const auto& [words, status] : applications) {
    std::vector<std::string> all{"run", "--format=json", "--ci", "-o", "c", "--text", path("x.txt"), "--"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = run_on_stub(all);
    EXPECT_EQ(ran.status, status) << ran.err;
    const Json json = Json::parse(ran.err, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << ran.err;
    if (status > 128) expect_holds(json.at("problems").dump(), "was killed by signal 9");
    if (status == 12) expect_holds(json.at("notes").dump(), "no kernel launch was recorded");
    EXPECT_TRUE(fs::exists(path("x.txt")));
    fs::remove_all(path("c"));
  }
}

// If nobody asked about them, unordered launches are noted and change no verdict.
TEST_F(EndingsTest, LaunchesThatMayRunAtOnceAreNoted) {
  for (const char* mode : {"queues", "event", "repeats"}) {
    const Ran ran = run_on_stub({"run", "-o", mode, "--launch-races", "off", "--", app("order"), mode});
    const Json notes = Json::parse(read(std::string(mode) + "/results.json")).at("notes");
    if (mode == std::string("event")) {
      EXPECT_TRUE(notes.empty()) << notes;
      continue;
    }
    ASSERT_EQ(notes.size(), 1U) << mode;
    const auto note = notes[0].get<std::string>();
    expect_holds(
        note,
        mode == std::string("queues")
            ? "launches of `first` (class 1) and `second` (class 2) may run at once, on memory that "
              "both access (argument 0 of the one, argument 0 of the other)"
            : "launches of `first` (class 1) may run at once with each other, on memory that both access "
              "(argument 0)");
    expect_holds(note, "whether they race is not verified");
    expect_holds(ran.err, "may run at once");
    expect_holds(read(std::string(mode) + "/report.html"), "may run at once");
    EXPECT_TRUE(Json::parse(read(std::string(mode) + "/results.json")).at("problems").empty());
  }
  EXPECT_EQ(run({"verify", "queues", "--launch-races", "off"}).status, run({"verify", "event"}).status);
}

TEST_F(EndingsTest, TheLaunchThatKillsIsJudged) {
  const Ran ran = run_on_stub({"run", "-o", "c", "--", app("vector_add"), "10"}, [] {
    ::setenv("LAUNCHPROOF_STUB_LAUNCH", "kill", 1);
    ::setenv("LAUNCHPROOF_STUB_LAUNCH_AT", "4", 1);
  });
  EXPECT_EQ(ran.status, 128 + SIGKILL) << ran.err;
  ASSERT_EQ(results("c").size(), 1U);
  EXPECT_EQ(results("c").at(0).at("launches"), 4);
  EXPECT_EQ(results("c").at(0).at("verdict"), "verified");
}

TEST_F(EndingsTest, ACaptureMayBeAddedTo) {
  EXPECT_EQ(run_on_stub({"record", "-o", "c", "--", app("vector_add"), "3"}).status, 7);
  Ran ran = run_on_stub({"record", "-o", "c", "--", app("vector_add"), "4"});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "--append");
  ran = run_on_stub({"run", "-o", "c", "--append", "--device-type-as=cpu", "--", app("vector_add"), "4"});
  EXPECT_EQ(ran.status, 7) << ran.err;
  expect_holds(ran.err, "of type CPU");
  ASSERT_EQ(results("c").size(), 1U);
  EXPECT_EQ(results("c").at(0).at("launches"), 7);
  ran = run_on_stub({"run", "--append", "--", app("vector_add")});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "name the folder");
  fs::create_directory(path("other"));
  write("other/session.json", "{\"schema\":\"launchproof.capture/9\"}\n");
  ran = run_on_stub({"run", "-o", "other", "--append", "--", app("vector_add")});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "is not of schema");
  EXPECT_EQ(ran.out, "");
}

TEST_F(EndingsTest, OnePlatformAloneIsShown) {
  const auto two = [] { ::setenv("LAUNCHPROOF_STUB_PLATFORMS", "2", 1); };
  Ran ran = run_on_stub({"run", "--platform", "1", "-o", "c", "--", app("platforms")}, two);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out.find("counted: 0 1"), 0U) << ran.out;
  expect_holds(ran.err, "platform 1 alone");
  expect_holds(read("c/report.html"), "platform 1 alone");
  expect_holds(read("c/session.json"), "\"platform_shown\":1");
  expect_holds(run({"capture", "show", "c"}).out, "platform 1 alone");
  ran = run_on_stub({"run", "--platform", "2", "-o", "d", "--", app("platforms")}, two);
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  expect_holds(
      ran.err,
      "there is no platform 2; there are 0: Launchproof stub (OpenCL 3.0 stub); 1: Launchproof second stub");
  EXPECT_FALSE(fs::exists(path("d")));
  ran = run_on(LAUNCHPROOF_NO_DRIVER, {"run", "--platform", "0", "--", app("platforms")});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "there is no platform 0, and no other");
}

TEST_F(EndingsTest, ProgramsFromBinariesAreJudgedWhereTheirSourceIsKnown) {
  fs::create_directory(path("home"));
  const auto at_home = [this] {
    ::setenv("HOME", path("home").c_str(), 1);
    ::unsetenv("XDG_CACHE_HOME");
  };
  const auto cached = [&](const std::string& folder, const std::vector<std::string>& options = {}) {
    std::vector<std::string> words{"run", "-o", folder};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", app("cached")});
    return run_on_stub(words, at_home);
  };
  Ran ran = cached("built");
  EXPECT_EQ(ran.status, 0) << ran.err;
  ran = cached("known");
  EXPECT_EQ(ran.out, "loaded\n0\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_holds(ran.err, "1 program was loaded as binaries");
  expect_holds(read("known/report.html"), "1 program was loaded as binaries");
  fs::remove_all(path("home/.cache"));
  ran = cached("unknown");
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(results("unknown").at(0).at("reason"), "--prefer-source");
  ran = cached("refused", {"--prefer-source"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "refused: -42 -42\nbuilt\n0\n");
  expect_holds(read("refused/session.json"), "\"prefer_source\":true");
  expect_holds(read("refused/report.html"), "(--prefer-source)");
  expect_holds(run({"capture", "show", "refused"}).out, "--prefer-source");
}

TEST_F(EndingsTest, ClosedDescriptorsAndChildrenAreJudged) {
  Ran ran = run_on_stub({"run", "-o", "closed", "--", app("leaving"), "closed"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::uint64_t classes = 0;
  for (const Json& one : results("closed")) classes += one.at("classes").get<std::uint64_t>();
  EXPECT_EQ(classes, 3U);
  ran = run_on_stub({"run", "-o", "forked", "--", app("forking")});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "child: 0\n");
  std::uint64_t launches = 0;
  for (const Json& one : results("forked")) launches += one.at("launches").get<std::uint64_t>();
  EXPECT_EQ(launches, 5U);
}

TEST_F(EndingsTest, NothingLaunchedIsStatusTwelve) {
  const Ran ran = run_on_stub({"run", "--", app("leaving"), "nothing"});
  EXPECT_EQ(ran.status, 12) << ran.err;
  expect_holds(ran.err, "no kernel launch was recorded");
}

// No library can be loaded into such programs; they run as they would without the tool.
TEST_F(EndingsTest, AStaticProgramIsToldFromOneThatLaunchesNothing) {
  const Ran ran = run_on_stub({"run", "--", app("static_program")});
  EXPECT_EQ(ran.status, 12);
  expect_holds(ran.out, "clGetPlatformIDs\n");
  expect_holds(
      ran.err,
      "is statically linked, so the recording library cannot be loaded into it; link it dynamically");
}

TEST_F(EndingsTest, AProgramThatGainsPrivilegesIsTold) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a program that gains another user's rights";
  fs::copy_file(app("vector_add"), path("gaining"));
  ASSERT_EQ(::chown(path("gaining").c_str(), 65534, 65534), 0);
  ASSERT_EQ(::chmod(path("gaining").c_str(), 04755), 0);
  const Ran alone = run_on_stub({"run", "--", app("vector_add")});
  const Ran ran = run_on_stub({"run", "-o", "second", "--", path("gaining")});
  EXPECT_EQ(ran.out.substr(0, ran.out.find('\n')), alone.out.substr(0, alone.out.find('\n')));
  expect_holds(ran.err, "gains privileges when it starts (setuid, setgid or file capabilities)");
  expect_holds(ran.err, "run a copy without them");
}

// Autotuners do this: a launch that the runtime refused did not happen, so nothing is missing.
TEST_F(EndingsTest, RefusedLaunchesAreARemark) {
  const Ran ran = run_on_stub({"run", "-o", "c", "--", app("autotuner")});
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_holds(ran.err, "2 launches were refused by the runtime");
  EXPECT_EQ(ran.err.find("could not be read"), std::string::npos) << ran.err;
  EXPECT_EQ(results("c").size(), 1U);
}

TEST_F(EndingsTest, LaunchesThatGoPastTheRecordingLeaveItOpen) {
  EXPECT_EQ(run_on_stub({"run", "-o", "a", "--", app("by_name"), "harmless"}).status, 0);
  const Ran ran = run_on_stub({"run", "-o", "b", "--", app("by_name"), "launching"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  const std::string cause = "the address of clRemapCommandBufferKHR, whose calls are not recorded";
  expect_holds(ran.err, cause);
  expect_holds(read("b/results.json"), cause);
  expect_holds(read("b/report.html"), cause);
}

// Behaves like an application that launches through command buffers only.
TEST_F(EndingsTest, NoLaunchWhereSomeMayBeMissingIsOpen) {
  const Ran ran = run_on_stub({"run", "-o", "d", "--", app("by_name"), "alone"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err, "no kernel launch was recorded");
  EXPECT_EQ(run_on_stub({"verify", "d"}).status, 11);
  EXPECT_EQ(run_on_stub({"run", "-o", "e", "--", app("leaving"), "nothing"}).status, 12);
}

TEST_F(EndingsTest, OnlyRefusedLaunchesAreNothingToVerify) {
  const Ran ran = run_on_stub({"run", "-o", "c", "--", app("autotuner"), "refused"});
  EXPECT_EQ(ran.status, 12) << ran.err;
  expect_holds(ran.err, "refused all 2 launches");
  EXPECT_EQ(ran.err.find("recording itself failed"), std::string::npos) << ran.err;
}

TEST_F(EndingsTest, NoPlatformNamesTheFolderAndTheRemedy) {
  const Ran ran = run_on(LAUNCHPROOF_NO_DRIVER, {"run", "--", app("vector_add")});
  EXPECT_EQ(ran.status, 3) << ran.err;  // the application's
  expect_holds(ran.err, "no platform");
  expect_holds(ran.err, LAUNCHPROOF_NO_DRIVER);
  expect_holds(ran.err, "pocl-opencl-icd");
}

// The second process finds no room for its counters; the launches of the first are recorded.
TEST_F(EndingsTest, AFullDiskKeepsWhatFitted) {
  fs::create_directory(path("small"));
  fs::create_directory(path("kept"));
  const std::string script = write_script("fill",
                                          "#!/bin/sh\n\"$1\" record -q -o small/c -- \"$2\" || exit 98\n"
                                          "cp -r small/c kept/\n\"$1\" verify small/c -o kept\n");
  const pid_t child = ::fork();
  if (child == 0) {
    mount_small(path("small"), "112");
    ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1);
    fs::current_path(path("."));
    const std::string application = app("forking");
    ::freopen(path("said").c_str(), "w", stderr);
    ::freopen(path("shown").c_str(), "w", stdout);
    ::execl(script.c_str(), script.c_str(), LAUNCHPROOF_PROGRAM, application.c_str(), nullptr);
    ::_exit(97);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == kNoNamespace) GTEST_SKIP() << "no mount namespace here";
  EXPECT_EQ(WEXITSTATUS(status), 11) << read("said") << read("shown");
  expect_holds(read("said"), "No space left on device");
  expect_holds(read("shown"), "No space left on device");
  ASSERT_GE(results("kept").size(), 1U);
  EXPECT_EQ(results("kept").at(0).at("verdict"), "verified");
}

TEST_F(EndingsTest, ADiskThatIsFullFromTheBeginningIsNotCalledNothingToDo) {
  fs::create_directory(path("small"));
  const Ran ran =
      run_on_stub({"run", "-o", "small/c", "--", app("leaving")}, [&] { mount_small(path("small"), "48"); });
  if (ran.status == kNoNamespace) GTEST_SKIP() << "no mount namespace here";
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err, "recording itself failed");
  expect_holds(ran.err, "No space left on device");
}

TEST_F(EndingsTest, AReadOnlyCaptureIsVerifiedIntoAnotherFolder) {
  ASSERT_EQ(run_on_stub({"record", "-o", "c", "--", app("leaving")}).status, 0);
  const auto read_only = [&] {
    const int flags = ::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
    const std::string folder = path("c");
    if (::unshare(flags) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) != 0 ||
        ::mount(nullptr, folder.c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) != 0) {
      ::_exit(kNoNamespace);
    }
  };
  Ran ran = run({"verify", "c"}, read_only);
  if (ran.status == kNoNamespace) GTEST_SKIP() << "no mount namespace here";
  EXPECT_EQ(ran.status, 2) << ran.out;
  expect_holds(ran.err, "name another folder with -o");
  ran = run({"verify", "c", "-o", "elsewhere"}, read_only);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(results("elsewhere").size(), 1U);
}

TEST_F(EndingsTest, AnInterruptReachesTheApplicationAndTheRestIsDone) {
  const std::string script = write_script("app", "#!/bin/sh\ntrap 'exit 5' INT\n" + app("leaving") +
                                                     "\n: > ready\nwhile :; do sleep 0.05; done\n");
  const Ran ran = run(
      {"run", "-o", "c", "--", script}, [] { ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1); },
      [&](int child) {
        for (int i = 0; i < 2000 && !fs::exists(path("ready")); ++i) ::usleep(10000);
        ::kill(child, SIGINT);
      });
  EXPECT_EQ(ran.status, 5) << ran.err;
  ASSERT_EQ(results("c").size(), 1U);
  EXPECT_EQ(results("c").at(0).at("verdict"), "verified");
}

}  // namespace
}  // namespace launchproof::cli::testing

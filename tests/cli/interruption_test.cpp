// Tests signals that arrive during verification.
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kAsked =
    "__kernel void asked(__global int *a, uint n) {\n"
    "  uint i = get_global_id(0);\n"
    "  a[(i * i * 2654435761u + i * n) % 1000003u] = i;\n"
    "}\n";

constexpr const char* kLater = "__kernel void later(__global int *a) { a[get_global_id(0)] = 1; }\n";

class InterruptionTest : public ProgramTest {
 protected:
  // Runs a check whose solver never answers. Calls `interrupt` with the program's process number once the
  // solver has been asked.
  Ran run_stuck(const std::function<void(int)>& interrupt) const {
    const std::string stuck = write_script("stuck", "#!/bin/sh\n: > started\nexec sleep 60\n");
    std::filesystem::remove(path("started"));
    return run({"check", "--local-size=8", "--num-groups=1", write("hard.cl", kAsked), "--solver", stuck,
                "--timeout=60", "--jobs=1", "--format=json"},
               {}, [&](int program) {
                 for (int i = 0; i < 2000 && !std::filesystem::exists(path("started")); ++i) ::usleep(10000);
                 interrupt(program);
               });
  }
};

TEST_F(InterruptionTest, AnInterruptKeepsWhatWasProved) {
  const std::string stuck = write_script("stuck", "#!/bin/sh\n: > started\nexec sleep 60\n");
  // The first class needs no solver; the second is waiting for the solver when the interrupt arrives.
  const Ran ran = run({"check", "--local-size=8", "--num-groups=1",
                       write("idle.cl", "__kernel void idle(int n) { n = 1; }\n"), write("hard.cl", kAsked),
                       write("later.cl", kLater), "--solver", stuck, "--timeout=60", "--jobs=1", "-o",
                       path("out"), "--format=json"},
                      {}, [&](int program) {
                        for (int i = 0; i < 2000 && !std::filesystem::exists(path("started")); ++i)
                          ::usleep(10000);
                        ::kill(program, SIGINT);
                      });
  EXPECT_EQ(ran.status, 128 + SIGINT) << ran.err;
  const Json results = Json::parse(ran.out).at("results");
  EXPECT_EQ(results, Json::parse(read("out/results.json")).at("results"));
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results.at(0).at("verdict"), "verified");
  for (const std::size_t open : {1, 2}) {
    EXPECT_EQ(results.at(open).at("verdict"), "unknown");
    expect_holds(results.at(open).at("reason"), "interrupted");
  }
}

// `timeout` signals the process and then its group. On a busy machine, the second signal may come so late
// that it counts as another request, so one of several attempts must succeed.
TEST_F(InterruptionTest, ASignalThatComesTwiceAtOnceIsOneRequest) {
  Ran ran;
  for (int tries = 0; tries < 5 && ran.out.empty(); ++tries)
    ran = run_stuck([](int program) {
      ::kill(program, SIGTERM);
      ::usleep(500);
      ::kill(program, SIGTERM);
    });
  EXPECT_EQ(ran.status, 128 + SIGTERM) << ran.err;
  EXPECT_FALSE(ran.out.empty());
}

// The program is stopped while the signals are sent, so that it cannot print between them.
TEST_F(InterruptionTest, TheSecondRequestKeepsWhatWasProvedAndWritesNothingElse) {
  const std::string stuck = write_script("stuck", "#!/bin/sh\n: > started\nexec sleep 60\n");
  const Ran ran = run({"check", "--local-size=8", "--num-groups=1",
                       write("idle.cl", "__kernel void idle(int n) { n = 1; }\n"), write("hard.cl", kAsked),
                       "--solver", stuck, "--timeout=60", "--jobs=1", "-o", path("out")},
                      {}, [&](int program) {
                        for (int i = 0; i < 2000 && !exists("started"); ++i) ::usleep(10000);
                        ::kill(program, SIGSTOP);
                        ::kill(program, SIGINT);
                        ::kill(program, SIGTERM);
                        ::kill(program, SIGCONT);
                      });
  EXPECT_TRUE(ran.status == 128 + SIGINT || ran.status == 128 + SIGTERM) << ran.status << ran.err;
  EXPECT_EQ(ran.out, "");
  const Json results = Json::parse(read("out/results.json")).at("results");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results.at(0).at("verdict"), "verified");
  EXPECT_EQ(results.at(1).at("verdict"), "unknown");
  EXPECT_FALSE(exists("out/report.html"));
}

TEST_F(InterruptionTest, WithoutAFolderTheSecondRequestWaitsForTheSummary) {
  const Ran ran = run_stuck([](int program) {
    ::kill(program, SIGSTOP);
    ::kill(program, SIGINT);
    ::kill(program, SIGTERM);
    ::kill(program, SIGCONT);
  });
  EXPECT_TRUE(ran.status == 128 + SIGINT || ran.status == 128 + SIGTERM) << ran.status << ran.err;
  expect_holds(ran.out, "interrupted");
}

TEST_F(InterruptionTest, TheThirdRequestEndsTheProgramInAnyCase) {
  const Ran ran = run_stuck([](int program) {
    ::kill(program, SIGSTOP);
    ::kill(program, SIGINT);
    ::kill(program, SIGTERM);
    ::kill(program, SIGHUP);
    ::kill(program, SIGCONT);
  });
  EXPECT_GT(ran.status, 128) << ran.err;
  EXPECT_EQ(ran.out, "");
}

}  // namespace
}  // namespace launchproof::cli::testing

// Tests that programs which an application starts with their own environment are recorded too.
#include <gtest/gtest.h>

#include <algorithm>

#include "application.h"

namespace launchproof::tests {
namespace {

struct Start {
  const char* function;
  const char* environment;
};
class Starts : public testing::TestWithParam<Start> {};

// Records this process and the process that it starts.
Recorded started(const std::string& function, const std::string& environment, Way way) {
  const Folder folder;
  const Application plain{{app("starting"), function, environment}, Way::None, LAUNCHPROOF_STUB, {}, ""};
  Recorded run = recorded_on_stub({"starting", function, environment}, way);
  EXPECT_EQ(run.outcome, plain.in(folder));
  return run;
}

TEST_P(Starts, AreRecorded) {
  for (const Way way : {Way::Preload, Way::Both}) {
    const Recorded run = started(GetParam().function, GetParam().environment, way);
    EXPECT_NE(run.outcome.out.find("\n0\n"), std::string::npos) << run.outcome.out;
    EXPECT_EQ(run.capture.processes.size(), 2U);
    EXPECT_EQ(run.capture.launch_count(), 2U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, Starts,
    testing::Values(Start{"posix_spawn", "fresh"}, Start{"posix_spawnp", "fresh"}, Start{"execve", "fresh"},
                    Start{"execvpe", "fresh"}, Start{"execle", "fresh"}, Start{"fexecve", "fresh"},
                    Start{"execveat", "fresh"}, Start{"execv", "cleared"}, Start{"execvp", "cleared"},
                    Start{"execl", "cleared"}, Start{"execlp", "cleared"}, Start{"execve", "others"},
                    Start{"posix_spawn", "others"}),
    [](const auto& one) { return std::string(one.param.function) + "_" + one.param.environment; });

TEST(Starting, KeepsWhatIsPreloadedBesides) {
  const Recorded run = started("posix_spawn", "others", Way::Both);
  EXPECT_NE(run.outcome.out.find("with libm: 1"), std::string::npos) << run.outcome.out;
}

TEST(Starting, HasNoEnvironmentAtAll) {
  for (const std::string function : {"execve", "posix_spawn"}) {
    const Recorded run = started(function, "none", Way::Both);
    EXPECT_EQ(run.outcome.out, "0\n");
    EXPECT_EQ(run.capture.launch_count(), 1U);
  }
}

// It does not fit onto the stack.
TEST(Starting, PassesALargeEnvironmentOnAsItIs) {
  const Recorded run = started("posix_spawn", "large", Way::Both);
  EXPECT_EQ(run.capture.launch_count(), 1U);
}

}  // namespace
}  // namespace launchproof::tests

// Tests profilers that are preloaded together with the shim: each sees the same as without the shim, and each
// launch is recorded once.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "application.h"

namespace launchproof::tests {
namespace {

enum class Place { Before, After };
class Profilers : public testing::TestWithParam<std::tuple<Way, Place>> {
 protected:
  struct Profiled {
    Outcome outcome;
    std::string counts;  // as the profiler wrote them
  };
  static Profiled run(const Folder& folder, const std::string& profiler, Way way,
                      std::vector<std::string> command, std::map<std::string, std::string> environment) {
    command.front() = app(command.front());
    environment.emplace("LAUNCHPROOF_TEST_COUNTS", folder.path() + "/counts");
    Application application{std::move(command), way, LAUNCHPROOF_STUB, std::move(environment)};
    (std::get<Place>(GetParam()) == Place::Before ? application.before : application.after) =
        beside(profiler);
    if (way == Way::None) application.capture = "";
    Profiled profiled{application.in(folder), ""};
    std::getline(std::ifstream(folder.path() + "/counts"), profiled.counts);
    return profiled;
  }
  // Runs the same without the shim and under it. Returns the recording.
  static capture::Capture compared(const std::string& profiler, const std::vector<std::string>& command,
                                   const std::map<std::string, std::string>& environment = {}) {
    const Folder plain_folder, folder;
    const Profiled plain = run(plain_folder, profiler, Way::None, command, environment);
    const Profiled under = run(folder, profiler, std::get<Way>(GetParam()), command, environment);
    EXPECT_EQ(under.outcome, plain.outcome) << under.outcome.err;
    EXPECT_EQ(under.counts, plain.counts);
    EXPECT_NE(plain.counts, "");
    return capture::read_capture(folder.path() + "/run.lpcap");
  }
};

TEST_P(Profilers, CountWhatTheApplicationDoes) {
  for (const char* contents : {"none", "all"}) {
    const auto captured =
        compared("counting", {"threads", "20", "mixed"}, {{"LAUNCHPROOF_CONTENTS", contents}});
    EXPECT_EQ(captured.launch_count(), 8U * 20 * 2);
    EXPECT_TRUE(captured.remarks.empty());
  }
}

TEST_P(Profilers, MayInterruptAtAnyTime) {
  for (const char* contents : {"none", "all"}) {
    const auto captured = compared("sampling", {"threads", "400"}, {{"LAUNCHPROOF_CONTENTS", contents}});
    EXPECT_EQ(captured.launch_count(), 8U * 400);
    for (const capture::Process& process : captured.processes) EXPECT_FALSE(process.stopped.has_value());
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Profilers,
                         testing::Combine(testing::Values(Way::Layer, Way::Preload, Way::Both),
                                          testing::Values(Place::Before, Place::After)));

}  // namespace
}  // namespace launchproof::tests

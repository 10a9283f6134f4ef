// Tests a program that calls every function of the table with valid and with invalid arguments: each call
// must return what it returns without the shim.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "application.h"
#include "host_api.h"

namespace launchproof::tests {
namespace {

constexpr const char* kOnWindows = "exists only on Windows";

// Each output line of a call begins with the function's name.
std::set<std::string> called_in(const std::string& out) {
  std::set<std::string> names;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("cl")) names.insert(line.substr(0, line.find_first_of(": ")));
  return names;
}

// The tests' driver has all functions and survives every call; PoCL has its limits.
struct Driver {
  const char* name;
  const char* vendors;
  const char* argument;
  bool has_extensions;
};

class Conformance : public testing::TestWithParam<Driver> {
 protected:
  static Application conforming() {
    return {{app("conformance"), GetParam().argument}, Way::None, GetParam().vendors, {}, ""};
  }
  // Without the shim.
  static Outcome plain(const Application& application) {
    const Folder folder;
    return application.in(folder);
  }
};

TEST_P(Conformance, EveryFunctionOfTheTableIsCalled) {
  const Outcome outcome = plain(conforming());
  if (outcome.status == 77) GTEST_SKIP() << "no such driver";
  ASSERT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  const std::set<std::string> called = called_in(outcome.out);
  for (const HostFunction& function : host_functions()) {
    if (function.text == kOnWindows || (function.by_name && !GetParam().has_extensions)) continue;
    EXPECT_TRUE(called.contains(std::string(function.name))) << function.name << " is not called";
  }
}

// Compares line by line, so that a difference shows the call.
void expect_same(const Outcome& found, const Outcome& expected, const std::string& how) {
  EXPECT_EQ(found.status, expected.status) << how << ": " << found.err;
  EXPECT_EQ(found.err, expected.err) << how;
  std::istringstream found_lines(found.out), expected_lines(expected.out);
  std::string found_line, expected_line;
  for (int number = 1; std::getline(expected_lines, expected_line); ++number) {
    std::getline(found_lines, found_line);
    ASSERT_EQ(found_line, expected_line) << how << ", line " << number;
  }
  EXPECT_FALSE(std::getline(found_lines, found_line)) << how << ": " << found_line;
}

TEST_P(Conformance, EveryCallGivesWhatItGivesWithoutTheShim) {
  Application application = conforming();
  const Folder cache;  // programs are compiled once
  application.environment["POCL_CACHE_DIR"] = cache.path();
  const Outcome expected = plain(application);
  if (expected.status == 77) GTEST_SKIP() << "no such driver";
  application.capture = "run.lpcap";
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    application.way = way;
    for (const char* contents : {"none", "all"}) {
      application.environment["LAUNCHPROOF_CONTENTS"] = contents;
      const Folder folder;
      expect_same(application.in(folder), expected,
                  std::string("contents ") + contents + ", way " + std::to_string(static_cast<int>(way)));
      const auto capture = capture::read_capture(folder.path() + "/run.lpcap");
      EXPECT_GE(capture.launches.size(), 6U);
      for (const capture::Process& process : capture.processes) EXPECT_FALSE(process.stopped.has_value());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Drivers, Conformance,
                         testing::Values(Driver{"Stub", LAUNCHPROOF_STUB, "complete", true},
                                         Driver{"Pocl", "", "", false}),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace launchproof::tests

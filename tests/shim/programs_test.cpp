// Tests programs without source: intermediate language, byte for byte, and names of built-in kernels.
#include <gtest/gtest.h>

#include "application.h"

namespace launchproof::tests {
namespace {

using capture::ProgramOrigin;

// The names that app_built_in uses.
std::string il() {
  std::string bytes{3, 2, 0x23, 7, 0, 0, 1, 0};
  for (std::size_t i = 8; i < 5000; ++i) bytes.push_back(static_cast<char>(i * i % 251));
  return bytes;
}

class Programs : public testing::TestWithParam<Way> {};

TEST_P(Programs, OfIntermediateLanguageAreKeptByteForByte) {
  const Recorded run = recorded_on_stub({"built_in"}, GetParam());
  ASSERT_EQ(run.outcome.out, "passed\n") << run.outcome.err;
  ASSERT_EQ(run.capture.programs.size(), 2U);
  const capture::Program& program = run.capture.programs[0];
  EXPECT_EQ(program.origin, ProgramOrigin::Il);
  EXPECT_EQ(program.options, "-cl-opt-disable");
  ASSERT_EQ(program.sources.size(), 1U);
  EXPECT_EQ(run.capture.blob(program.sources[0].digest), il());
  ASSERT_EQ(run.capture.launches.size(), 2U);
  EXPECT_EQ(run.capture.launches[0].program, program.id);
  EXPECT_EQ(run.capture.launches[0].program_digest, program.digest);
}

TEST_P(Programs, OfBuiltInKernelsKeepTheirNames) {
  const Recorded run = recorded_on_stub({"built_in", "one.kernel;another"}, GetParam());
  ASSERT_EQ(run.capture.programs.size(), 2U);
  const capture::Program& program = run.capture.programs[1];
  EXPECT_EQ(program.origin, ProgramOrigin::BuiltInKernels);
  EXPECT_EQ(program.options, "");
  ASSERT_EQ(program.sources.size(), 1U);
  EXPECT_EQ(run.capture.blob(program.sources[0].digest), "one.kernel;another");
  ASSERT_EQ(run.capture.launches.size(), 2U);
  EXPECT_EQ(run.capture.launches[1].kernel, "one.kernel");
  EXPECT_EQ(run.capture.launches[1].program, program.id);
  // Other names make a different program.
  const Recorded other = recorded_on_stub({"built_in", "one.kernel"}, GetParam());
  EXPECT_NE(other.capture.programs.at(1).digest, program.digest);
}

INSTANTIATE_TEST_SUITE_P(Ways, Programs, testing::Values(Way::Layer, Way::Preload));

}  // namespace
}  // namespace launchproof::tests

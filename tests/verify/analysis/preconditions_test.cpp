// Tests what preconditions demand of a launch.
#include "verify/analysis/preconditions.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

model::KernelModel with_conditions(const std::string& body) {
  return compiled("__kernel void k(__global int *a, int n, int m) {\n" + body +
                  "\n  a[get_global_id(0)] = n + m;\n}\n");
}

std::int32_t value_of(const model::Argument& argument) {
  const auto* value = std::get_if<model::ValueArgument>(&argument);
  if (value == nullptr) return -1;
  std::int32_t result = 0;
  std::memcpy(&result, value->bytes.data(), sizeof result);
  return result;
}

TEST(Preconditions, FixArgumentsThatTheyName) {
  const model::KernelModel made = with_conditions("__requires(n == 1024);");
  const model::LaunchFacts facts = with_preconditions(made, small_launch(made));
  EXPECT_EQ(value_of(facts.arguments[1]), 1024);
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(facts.arguments[2]));
}

TEST(Preconditions, FixNothingThatIsGivenOrLeftOutOfAccount) {
  const model::KernelModel made = with_conditions("__requires(n == 1024);");
  model::LaunchFacts given = small_launch(made);
  given.arguments[1] = model::ValueArgument{{7, 0, 0, 0}};
  EXPECT_EQ(value_of(with_preconditions(made, given).arguments[1]), 7);
  const Ignored all(made.annotations.size(), true);
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(
      with_preconditions(made, small_launch(made), all).arguments[1]));
}

TEST(Preconditions, AreThoseBeforeAnyBranch) {
  EXPECT_EQ(first_preconditions(with_conditions("__requires(n > 0); __requires(m > n);")).size(), 2U);
  EXPECT_EQ(first_preconditions(with_conditions("__assume(n > 0);")).size(), 0U);
  EXPECT_EQ(first_exclusions(with_conditions("__assume(n > 0);")).size(), 1U);
  EXPECT_EQ(first_exclusions(with_conditions("if (a[0]) __assume(n > 0);")).size(), 0U);
}

TEST(Preconditions, ExclusionsAreThoseOfWorkItemsAndLaunches) {
  EXPECT_TRUE(has_exclusions(with_conditions("__requires(n > 0);")));
  EXPECT_TRUE(has_exclusions(with_conditions("__assume(get_local_id(0) > 0);")));
  EXPECT_FALSE(has_exclusions(with_conditions("__assert(n > 0);")));
}

TEST(Preconditions, ParametersOfWhichTheySpeakAloneMayBeAnyThatTheyAllow) {
  const std::vector<bool> alone = promised_parameters(with_conditions("__requires(n > 0);"));
  EXPECT_TRUE(alone.at(1));
  EXPECT_FALSE(alone.at(2));
  const std::vector<bool> with_ids = promised_parameters(with_conditions("__requires(n > get_local_id(0));"));
  EXPECT_FALSE(with_ids.at(1));
}

TEST(Preconditions, SomeFollowFromTheLaunch) {
  const auto follows = [](const std::string& condition) {
    const model::KernelModel made = with_conditions("__requires(" + condition + ");");
    return follows_from_launch(made, made.annotations.at(0).condition);
  };
  EXPECT_TRUE(follows("n > m"));
  EXPECT_TRUE(follows("get_local_size(0) == 8"));
  EXPECT_FALSE(follows("n > (int)get_local_id(0)"));
}

}  // namespace
}  // namespace launchproof::analysis

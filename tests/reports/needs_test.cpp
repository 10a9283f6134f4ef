#include "reports/words/needs.h"

#include <gtest/gtest.h>

namespace launchproof::reports {
namespace {

verdict::Approximation taken(const char* detail, std::uint32_t line) {
  return {.cause = verdict::Cause::ContentsNotRecorded,
          .detail = detail,
          .location = {.file = "k.cl", .line = line, .column = 3, .role = ""}};
}

TEST(Needs, EachIsNamedOnceWithItsPlace) {
  verdict::Finding finding;
  EXPECT_TRUE(needs_of(finding).empty());
  finding.approximations = {taken("the old value; the counterexample needs 0", 9),
                            taken("`in` is not recorded; the counterexample needs 63", 4),
                            taken("an atomic might order it", 9),
                            taken("what nobody needs; the counterexample needs 1", 5)};
  EXPECT_EQ(other_approximations(finding).size(), 4U);
  finding.witness.emplace();
  finding.witness->needs = {{"the old value", "0"},
                            {"the old value", "0"},
                            {"`in` is not recorded, at byte 252", "63"},
                            {"n", "63"}};
  EXPECT_EQ(needs_of(finding),
            (std::vector<std::string>{"the old value = 0 (k.cl:9:3)",
                                      "`in` is not recorded, at byte 252 = 63 (k.cl:4:3)", "n = 63"}));
  const auto others = other_approximations(finding);
  ASSERT_EQ(others.size(), 2U);
  EXPECT_EQ(others[0].detail, "an atomic might order it");
  EXPECT_EQ(others[1].detail, "what nobody needs; the counterexample needs 1");
}

TEST(Needs, AnotherValueIsAnotherNeed) {
  verdict::Finding finding;
  finding.approximations = {taken("the old value; the counterexample needs 7", 9)};
  finding.witness.emplace();
  finding.witness->needs = {{"the old value", "0"}, {"the old value of it", "7"}};
  EXPECT_EQ(needs_of(finding), (std::vector<std::string>{"the old value = 0", "the old value of it = 7"}));
  EXPECT_EQ(other_approximations(finding).size(), 1U);
}

}  // namespace
}  // namespace launchproof::reports

// Tests that every rule is needed by some kernel: the kernel is verified with the rule and the other listed
// rules, and not without it.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/verify/two_thread/two_threads.h"
#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread::testing {
namespace {

class Rules : public ::testing::TestWithParam<Rule> {};

// The examples of docs/rules.md.
TEST_P(Rules, IsNeeded) {
  const Rule& rule = GetParam();
  const Example& example = rule.example;
  const std::string source =
      std::string(kExampleBegins) + std::string(example.body) + std::string(kExampleEnds);
  Options with;
  with.left_out = {Optimisation::BarrierIntervals};  // so that reads between barriers are logged
  std::istringstream others{std::string(example.others)};
  for (std::string other; others >> other;) {
    ASSERT_NE(find_rule(other), nullptr) << other;
    with.only.push_back(other);
  }
  with.only.emplace_back(rule.tag);
  symbolic::Options limits = patient();
  limits.warp_sync = example.warp_sync;
  Options without = with;
  without.omitted = {std::string(rule.tag)};
  const Launch launch{kExampleGroupSize, example.groups, {buffer(1, 4096)}};
  for (const Instrumentation one :
       {Instrumentation::Original, Instrumentation::WatchdogSingle, Instrumentation::WatchdogMultiple}) {
    with.instrumentation = without.instrumentation = one;
    const auto result = check(source, launch, with, limits);
    EXPECT_EQ(result.verdict, Verdict::Verified) << name_of(one) << ": " << explain(result);
    EXPECT_EQ(check(source, launch, without, limits).verdict, Verdict::PossibleDefect) << name_of(one);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Rules, ::testing::ValuesIn(rules().begin(), rules().end()),
                         [](const auto& one) { return std::string(one.param.tag); });

Verdict with_rules(const std::string& body, const std::vector<std::string>& only,
                   const symbolic::Options& limits = patient()) {
  Options options;
  options.only = only;
  return result_of(body, options, 8, 2, limits).verdict;
}

// Rows of n elements; the launch determines n.
TEST(AccessBreak, HasFactorsThatTheLaunchTells) {
  const std::string begin = "__requires(n > 0); __requires(n <= 16); for (int i = 0; i < n; i++) a[g * ";
  EXPECT_EQ(with_rules(begin + "n + i] = l;", {"accessBreak", "loopBound"}), Verdict::Verified);
  EXPECT_EQ(with_rules(begin + "n + i] = l;", {"loopBound"}), Verdict::PossibleDefect);
  EXPECT_EQ(with_rules(begin + "(n - 1) + i] = l;", {"accessBreak", "loopBound"}), Verdict::PossibleDefect);
}

TEST(AccessValueMaintained, IsOfOneValueAndOfEqualBytes) {
  const std::string begin = "for (int i = 0; i < n; i++) t[i & 63] = ";
  const std::vector<std::string> only{"accessValueMaintained"};
  EXPECT_EQ(with_rules(begin + "n * 3;", only), Verdict::Verified);
  EXPECT_EQ(with_rules(begin + "l;", only), Verdict::PossibleDefect);
  EXPECT_EQ(with_rules(begin + "i;", only), Verdict::PossibleDefect);
  EXPECT_EQ(with_rules("for (int i = 0; i < n; i++) { t[i & 63] = 1; t[(i + l) & 63] = 2; }", only),
            Verdict::PossibleDefect);
  EXPECT_EQ(with_rules("t[5] = l; " + begin + "1;", only), Verdict::PossibleDefect);
  symbolic::Options limits = patient();
  limits.strict = true;
  EXPECT_EQ(with_rules(begin + "1;", only, limits), Verdict::PossibleDefect);
}

TEST(AccessedOffsetInRange, IsBelowTheBound) {
  const std::vector<std::string> only{"accessedOffsetInRange", "loopBound"};
  EXPECT_EQ(with_rules("for (int i = 0; i <= 9; i++) a[(g ^ 1) * 10 + i] = l;", only), Verdict::Verified);
  EXPECT_EQ(with_rules("for (uint i = 0; i < 5; i++) a[(g ^ 1) * 10 + 2 * i] = l;", only), Verdict::Verified);
  EXPECT_EQ(with_rules("for (int i = 0; i <= 10; i++) a[(g ^ 1) * 10 + i] = l;", only),
            Verdict::PossibleDefect);
  EXPECT_EQ(with_rules("for (int i = 0; i < 6; i++) a[(g ^ 1) * 10 + 2 * i] = l;", only),
            Verdict::PossibleDefect);
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(RulesTable, IsThePage) {
  const std::string path = std::string(LAUNCHPROOF_SOURCE_DIR) + "/docs/rules.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << rules_page();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), rules_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::two_thread::testing

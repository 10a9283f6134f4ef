#include "reports/acceptance.h"

#include <gtest/gtest.h>

#include "reports/terminal.h"
#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

verdict::Results only(const std::vector<std::size_t>& numbers) {
  verdict::Results results = sample();
  std::vector<verdict::ClassResult> kept;
  kept.reserve(numbers.size());
  for (const std::size_t number : numbers) kept.push_back(results.results[number]);
  results.results = std::move(kept);
  return results;
}

int status(const verdict::Results& results, const Acceptance& acceptance) {
  return exit_status(results, waivers(acceptance));
}

constexpr std::size_t kReduction = 0, kBlur = 1, kFill = 5, kSort = 7;

TEST(Acceptance, WhatTheBaselineHasPasses) {
  for (const std::size_t number : {kReduction, kBlur, kSort, kFill}) {
    const verdict::Results results = only({number});
    const Acceptance known{.baseline = compare(results, results), .suppressed = {}};
    EXPECT_EQ(status(results, known), 0) << number;
    const Acceptance nothing{.baseline = compare(only({}), results), .suppressed = {}};
    EXPECT_EQ(status(results, nothing), exit_status(results)) << number;
  }
}

TEST(Acceptance, WhatIsNewBesideTheBaselineFails) {
  const verdict::Results results = only({kReduction, kBlur, kSort});
  EXPECT_EQ(status(results, {.baseline = compare(only({kReduction, kSort}), results), .suppressed = {}}), 10);
  EXPECT_EQ(status(results, {.baseline = compare(only({kReduction, kBlur}), results), .suppressed = {}}), 11);
}

TEST(Acceptance, NothingVerifiedIsNoSuccessWhateverTheBaseline) {
  EXPECT_EQ(status(only({}), {.baseline = compare(sample(), only({})), .suppressed = {}}), 12);
}

TEST(Acceptance, SuppressionsLetFindingsPassAndNothingElse) {
  const Suppression all{.kernel = "*", .reason = "x", .expires = "never"};
  const auto suppressed = [&](const verdict::Results& results) {
    return status(results, {.baseline = {}, .suppressed = suppress(results, {all}, "2026-11-22")});
  };
  EXPECT_EQ(suppressed(only({kReduction, kBlur, kFill})), 11)
      << "what leaned on the bounds of blur stays open";
  EXPECT_EQ(suppressed(only({kReduction, kFill})), 0);
  EXPECT_EQ(suppressed(only({kReduction, kSort})), 11);
}

TEST(Acceptance, SaysWhy) {
  const verdict::Results results = sample();
  const Acceptance acceptance = sample_acceptance(results);
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{kReduction, 0}), "in the baseline");
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{kBlur, 0}), "");
  EXPECT_EQ(why_accepted(acceptance, FindingNumber{3, 0}),
            "suppressed: kept as a test of <the> tool & others");
  EXPECT_EQ(why_accepted(acceptance, AnswerNumber{kSort, verdict::Property::DataRace}), "");
  EXPECT_EQ(why_accepted(acceptance, AnswerNumber{8, verdict::Property::DataRace}),
            "undecided in the baseline as well");
  const auto lines = remarks(*acceptance.suppressed);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("suppression 3 (kernel `blur`) expired on 2026-01-31"), std::string::npos)
      << lines[0];
  EXPECT_NE(lines[1].find("suppression 2 (file `gone.cl`) means no finding"), std::string::npos) << lines[1];
}

TEST(Acceptance, IsSaidOnTheTerminal) {
  const verdict::Results results = sample();
  const Acceptance acceptance = sample_acceptance(results);
  const std::string text = terminal_report(results, {.acceptance = &acceptance});
  for (const char* part :
       {"let pass: in the baseline", "let pass: suppressed: kept as a test", "means no finding",
        "Since the baseline: 2 new, 2 unchanged, 1 fixed;", "Suppressed: 1 finding."}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(terminal_report(results, {}).find("let pass"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::reports

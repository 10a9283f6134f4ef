#include "reports/acceptance/acceptance.h"

#include <gtest/gtest.h>

#include "reports/formats/junit.h"
#include "reports/formats/sarif.h"
#include "reports/html/html.h"
#include "reports/terminal/terminal.h"
#include "reports/words/words.h"
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
  EXPECT_NE(lines[1].find("suppression 2 (file `gone.cl`) matches no finding"), std::string::npos)
      << lines[1];
}

TEST(Acceptance, IsSaidOnTheTerminal) {
  const verdict::Results results = sample();
  const Acceptance acceptance = sample_acceptance(results);
  const std::string text = terminal_report(results, {.acceptance = &acceptance});
  for (const char* part :
       {"let pass: in the baseline", "let pass: suppressed: kept as a test", "matches no finding",
        "Since the baseline: 2 new, 2 unchanged, 1 fixed;", "Suppressed: 1 finding."}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(terminal_report(results, {}).find("let pass"), std::string::npos);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

TEST(Acceptance, TheFirstRunPrintsItsFindingsInFull) {
  const verdict::Results results = only({kReduction});
  const Acceptance first{.baseline = compare(results, results), .suppressed = {}, .is_first_run = true};
  const std::string text = terminal_report(results, {.acceptance = &first});
  for (const char* part : {"    9 |       partial[lid] += partial[lid + step];", "fix: add",
                           "let pass: accepted in the first run, as the baseline", "1 defect (all accepted)",
                           "First run, without a baseline: 1 finding and 0 undecided answers"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  // What a suppression accepts is no news.
  Acceptance quiet = first;
  quiet.suppressed =
      suppress(results, {{.kernel = "*", .reason = "known", .expires = "never"}}, "2026-11-22");
  const std::string line = terminal_report(results, {.acceptance = &quiet});
  EXPECT_EQ(line.find("    9 |"), std::string::npos) << line;
}

TEST(Acceptance, WhatIsAcceptedComesAfterWhatIsNew) {
  const verdict::Results results = only({kReduction, kBlur, kSort});
  const Acceptance known{.baseline = compare(only({kReduction}), results), .suppressed = {}};
  const std::string text = terminal_report(results, {.acceptance = &known});
  const std::size_t accepted = text.find("let pass: in the baseline");
  ASSERT_NE(accepted, std::string::npos) << text;
  EXPECT_GT(text.find("reduce.cl:9:20: defect"), text.find("filters.cl:"));
  EXPECT_GT(accepted, text.find("unknown:")) << text;
  EXPECT_NE(text.find("2 defect (1 new and 1 accepted)"), std::string::npos) << text;
  EXPECT_NE(html_report(results, known).find("2 of 3 launch classes with defects, 1 new and 1 accepted"),
            std::string::npos);
  EXPECT_EQ(accepted_defects(results, {}), "");
}

// The parts of one race that a baseline or a suppression accepts.
TEST(Acceptance, OneRootCauseIsOneFindingWithItsBenignPart) {
  verdict::Results results = only({kReduction});
  std::vector<verdict::Finding>& findings = results.results[0].findings;
  findings.push_back(findings[0]);  // another pair of lines
  findings.back().locations.back().line = 12;
  findings.push_back(findings[0]);
  findings.back().benign = true;
  findings.back().kind = "write-write";
  const Acceptance known{
      .baseline = compare(results, results),
      .suppressed =
          suppress(results, {{.kernel = "*", .reason = "known", .expires = "never"}}, "2026-11-22")};
  const std::string text = terminal_report(results, {.acceptance = &known});
  EXPECT_EQ(count(text, "[data-race, "), 1U) << text;
  EXPECT_NE(text.find("0 new, 1 unchanged"), std::string::npos) << text;
  EXPECT_NE(text.find("Suppressed: 1 finding."), std::string::npos) << text;
  EXPECT_EQ(count(sarif_log(results, known), "\"ruleId\""), 1U);
  const Acceptance gone{.baseline = compare(results, only({})), .suppressed = {}};
  EXPECT_NE(acceptance_line(only({}), gone).find("0 fixed, 1 no longer judged"), std::string::npos);
}

verdict::Results with_unknown_size(verdict::Verdict verdict) {
  verdict::Results results = only({});
  verdict::ClassResult result;
  result.kernel = "k";
  result.source = "k.cl";
  result.properties[verdict::Property::DataRace].verdict = verdict::Verdict::Verified;
  result.properties[verdict::Property::OutOfBounds] = {
      .verdict = verdict,
      .reason = "the size of `a` is not known",
      .causes = {
          {.cause = verdict::Cause::SizeNotKnown, .detail = "the size of `a` is not known", .location = {}}}};
  conclude(result, false);
  results.results = {result};
  return results;
}

// One array is not checked, either the only one or one of several.
TEST(Acceptance, WhatCouldNotBeAskedFailsWhereThatIsWanted) {
  for (const verdict::Verdict verdict : {verdict::Verdict::NotAsked, verdict::Verdict::Verified}) {
    const verdict::Results results = with_unknown_size(verdict);
    EXPECT_EQ(unasked(results), (std::vector<AnswerNumber>{{0, verdict::Property::OutOfBounds}}));
    const Acceptance lenient, strict{.baseline = {}, .suppressed = {}, .unasked_fails = true};
    EXPECT_EQ(unasked_line(results, lenient), "");
    EXPECT_NE(unasked_line(results, strict).find("--allow-not-asked"), std::string::npos);
    EXPECT_NE(junit_xml(results, strict).find("<error type=\"not-asked\""), std::string::npos);
    EXPECT_EQ(junit_xml(results, lenient).find("<error"), std::string::npos);
    EXPECT_NE(sarif_log(results, strict).find("\"open\""), std::string::npos);
    EXPECT_EQ(sarif_log(results, lenient).find("\"open\""), std::string::npos);
  }
  // Two properties are open: one that an option excludes, and one that is open anyway.
  verdict::Results left_out = with_unknown_size(verdict::Verdict::NotAsked);
  left_out.results[0].properties[verdict::Property::OutOfBounds].causes.clear();
  EXPECT_TRUE(unasked(left_out).empty());
  EXPECT_TRUE(unasked(with_unknown_size(verdict::Verdict::Unknown)).empty());
}

TEST(Acceptance, ACompileErrorIsSaidOnceForAllKernelsAndLaunches) {
  verdict::Results results = only({});
  for (const verdict::ClassResult& one : sample().results)
    if (is_compile_error(one)) results.results.push_back(one);
  ASSERT_EQ(results.results.size(), 1U);
  const std::string reason = results.results[0].properties.begin()->second.reason;
  results.results.push_back(results.results[0]);
  results.results.back().launch = "global (8)";
  results.results.push_back(results.results[0]);
  results.results.back().kernel = "other";
  EXPECT_EQ(count(terminal_report(results, {}), reason), 1U) << terminal_report(results, {});
  EXPECT_EQ(count(junit_xml(results, {}), "<error"), 1U) << junit_xml(results, {});
  EXPECT_EQ(count(junit_xml(results, {}), "<skipped"), 2U);
  EXPECT_EQ(count(sarif_log(results, {}), "\"occurrenceCount\": 3"), 1U) << sarif_log(results, {});
  // A different program with a different error is reported separately.
  results.results.push_back(results.results[0]);
  results.results.back().source = "another.cl";
  EXPECT_EQ(count(terminal_report(results, {}), reason), 2U);
  EXPECT_EQ(count(junit_xml(results, {}), "<error"), 2U);
}

}  // namespace
}  // namespace launchproof::reports

#include <gtest/gtest.h>

#include "verify/verdict/results.h"
#include "verify/verdict/waivers.h"

namespace launchproof::verdict {
namespace {

ClassResult with(Verdict verdict) {
  ClassResult result;
  result.properties[Property::NullAccess] = {.verdict = verdict, .reason = "why", .causes = {}};
  conclude(result, false);
  return result;
}

ClassResult failed(Cause cause) {
  ClassResult result;
  give_up(result, Verdict::Error, {.cause = cause, .detail = "why", .location = {}}, false);
  return result;
}

int status(std::vector<ClassResult> classes) {
  Results results;
  results.results = std::move(classes);
  return exit_status(results);
}

TEST(ExitStatus, OfOneClass) {
  EXPECT_EQ(status({}), 12);
  EXPECT_EQ(status({with(Verdict::Verified)}), 0);
  EXPECT_EQ(status({with(Verdict::Defect)}), 10);
  EXPECT_EQ(status({with(Verdict::PossibleDefect)}), 10);
  EXPECT_EQ(status({with(Verdict::Unknown)}), 11);
  EXPECT_EQ(status({with(Verdict::Unsupported)}), 11);
  EXPECT_EQ(status({with(Verdict::NotAsked)}), 11);
  EXPECT_EQ(status({with(Verdict::Error)}), 13);
  EXPECT_EQ(status({failed(Cause::CompileError)}), 11);
  EXPECT_EQ(status({failed(Cause::NoSource)}), 11);
  EXPECT_EQ(status({failed(Cause::WorkerCrash)}), 13);
}

TEST(ExitStatus, DefectsWinThenToolFailureThenRest) {
  const ClassResult good = with(Verdict::Verified);
  const ClassResult bad = with(Verdict::Defect);
  const ClassResult open = with(Verdict::Unknown);
  const ClassResult crash = failed(Cause::WorkerCrash);
  EXPECT_EQ(status({good, open}), 11);
  EXPECT_EQ(status({open, crash, good}), 13);
  EXPECT_EQ(status({open, crash, bad, good}), 10);
  EXPECT_EQ(status({failed(Cause::CompileError), crash}), 13);
}

TEST(ExitStatus, AReplayThatDisagreesWinsOverAll) {
  ClassResult result;
  Finding finding{
      .id = "f", .property = Property::DataRace, .message = "race", .replay = "it did not happen"};
  finding.confirmation = Confirmation::Refuted;
  result.findings.push_back(finding);
  result.properties[Property::DataRace] = {.verdict = Verdict::Defect, .reason = "race", .causes = {}};
  conclude(result, false);
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.properties[Property::DataRace].reason, "it did not happen");
  ASSERT_EQ(result.properties[Property::DataRace].causes.size(), 1U);
  EXPECT_EQ(result.properties[Property::DataRace].causes[0].cause, Cause::ReplayDisagrees);
  EXPECT_EQ(status({result}), 13);
  EXPECT_EQ(status({result, with(Verdict::Defect)}), 13);
}

TEST(ExitStatus, SolversThatDisagreeWinOverAll) {
  const ClassResult fault = failed(Cause::SolversDisagree);
  EXPECT_EQ(status({fault, with(Verdict::Defect)}), 13);
}

TEST(ExitStatus, ADefectBehindAnErrorIsSeen) {
  ClassResult result = with(Verdict::Error);
  result.properties[Property::DataRace].verdict = Verdict::Defect;
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(status({result}), 10);

  ClassResult only_finding = with(Verdict::Error);
  only_finding.findings.push_back({.id = "f", .property = Property::NullAccess, .message = "null"});
  conclude(only_finding, false);
  EXPECT_EQ(status({only_finding}), 10);
}

TEST(ExitStatus, AMixOfInputErrorAndToolFailureIsToolFailure) {
  ClassResult result = failed(Cause::CompileError);
  result.properties[Property::OutOfBounds] = {.verdict = Verdict::Error, .reason = "died", .causes = {}};
  EXPECT_EQ(status({result}), 13);
}

TEST(ExitStatus, ABenignFindingAloneIsNoDefect) {
  ClassResult result = with(Verdict::Verified);
  Finding benign{.id = "f", .property = Property::DataRace, .message = "same bytes"};
  benign.benign = true;
  result.findings.push_back(benign);
  EXPECT_EQ(status({result}), 0);
}

TEST(ExitStatus, AProblemOfTheWholeIsNeverASuccess) {
  Results results;
  results.problems = {"launches are missing"};
  EXPECT_EQ(exit_status(results), 11);
  results.results = {with(Verdict::Verified)};
  EXPECT_EQ(exit_status(results), 11);
  results.results.push_back(with(Verdict::Defect));
  EXPECT_EQ(exit_status(results), 10);
}

ClassResult with_findings(std::vector<Finding> findings, bool strict = false) {
  ClassResult result = with(Verdict::Verified);
  result.findings = std::move(findings);
  result.properties[Property::DataRace].verdict = Verdict::Verified;
  conclude(result, strict);
  return result;
}

Finding race(bool benign) {
  Finding finding{.id = "r", .property = Property::DataRace, .benign = benign, .message = "race"};
  finding.confirmation = Confirmation::Replayed;
  return finding;
}

int waived(const ClassResult& result, const Waivers& waivers) {
  Results results;
  results.results = {result};
  return exit_status(results, waivers);
}

TEST(Waivers, AllFindingsOfAPropertyMustBeWaived) {
  const ClassResult two = with_findings({race(false), race(false)});
  EXPECT_EQ(waived(two, {}), 10);
  EXPECT_EQ(waived(two, {.findings = {{0, 0}}}), 10);
  EXPECT_EQ(waived(two, {.findings = {{0, 1}}}), 10);
  EXPECT_EQ(waived(two, {.findings = {{0, 0}, {0, 1}}}), 0);
  EXPECT_EQ(waived(two, {.findings = {{1, 0}, {1, 1}}}), 10);
}

TEST(Waivers, ABenignRaceCountsOnlyWhenStrict) {
  EXPECT_EQ(waived(with_findings({race(true)}), {}), 0);
  EXPECT_EQ(waived(with_findings({race(true)}, true), {}), 10);
  EXPECT_EQ(waived(with_findings({race(true)}, true), {.findings = {{0, 0}}}), 0);
}

TEST(Waivers, WhatIsUndecidedStaysUnlessItIsWaivedItself) {
  ClassResult open = with_findings({race(false)});
  open.properties[Property::OutOfBounds] = {.verdict = Verdict::Unknown, .reason = "why", .causes = {}};
  conclude(open, false);
  const Waivers finding{.findings = {{0, 0}}};
  EXPECT_EQ(waived(open, finding), 11);
  EXPECT_EQ(waived(open, {.findings = {{0, 0}}, .undecided = {{0, Property::OutOfBounds}}}), 0);
  EXPECT_EQ(waived(open, {.undecided = {{0, Property::OutOfBounds}}}), 10);
  EXPECT_EQ(waived(open, {.findings = {{0, 0}}, .undecided = {{0, Property::NullAccess}}}), 11);
}

TEST(Waivers, FaultsOfTheToolAndBareDefectsCannotBeWaived) {
  Waivers all{.findings = {{0, 0}}};
  for (std::size_t i = 0; i < all_properties().size(); ++i)
    all.undecided.emplace(0, static_cast<Property>(i));
  EXPECT_EQ(waived(failed(Cause::WorkerCrash), all), 13);
  EXPECT_EQ(waived(failed(Cause::SolversDisagree), all), 13);
  EXPECT_EQ(waived(with(Verdict::Defect), all), 10) << "no finding shows it";
  EXPECT_EQ(waived(failed(Cause::CompileError), all), 0);
  EXPECT_EQ(waived(with(Verdict::NotAsked), all), 11) << "nothing was asked";
  Results results{
      .tool = "", .capture = "", .notes = {}, .problems = {"launches are missing"}, .results = {}};
  EXPECT_EQ(exit_status(results, all), 11);
}

}  // namespace
}  // namespace launchproof::verdict

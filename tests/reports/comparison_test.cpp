#include "reports/comparison.h"

#include <gtest/gtest.h>

#include "reports/comparison_text.h"

namespace launchproof::reports {
namespace {

using verdict::Cause;
using verdict::ClassResult;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Results;
using verdict::Verdict;

constexpr const char* kText = "kernel void k(global int *a) {\n  a[0] = 1;\n  a[0] = 2;\n  a[0] = 1;\n}\n";

Finding race(std::uint32_t line, Confirmation confirmation = Confirmation::Replayed) {
  Finding finding{.id = "r",
                  .property = Property::DataRace,
                  .kind = "write-write",
                  .confirmation = confirmation,
                  .message = "two work-items write `a[0]`",
                  .locations = {{.file = "k.cl", .line = line, .column = 3, .role = "first access"}}};
  return finding;
}

ClassResult verified(const std::string& launch = "global (8)") {
  ClassResult result;
  result.kernel = "k";
  result.source = "k.cl";
  result.source_text = kText;
  result.launch = launch;
  for (const Property property : {Property::DataRace, Property::OutOfBounds})
    result.properties[property].verdict = Verdict::Verified;
  conclude(result, false);
  return result;
}

ClassResult with(std::vector<Finding> findings, const std::string& launch = "global (8)") {
  ClassResult result = verified(launch);
  result.findings = std::move(findings);
  conclude(result, false);
  return result;
}

ClassResult open(Property property, Cause cause = Cause::SolverTimeout,
                 const std::string& launch = "global (8)") {
  ClassResult result = verified(launch);
  result.properties[property] = {.verdict = Verdict::Unknown,
                                 .reason = "",
                                 .causes = {{.cause = cause, .detail = "why", .location = {}}}};
  conclude(result, false);
  return result;
}

Results of(std::vector<ClassResult> classes) {
  Results results;
  results.results = std::move(classes);
  return results;
}

Comparison between(std::vector<ClassResult> before, std::vector<ClassResult> now) {
  return compare(of(std::move(before)), of(std::move(now)));
}

TEST(Comparison, EqualResultsChangeNothing) {
  const Comparison same =
      between({with({race(2)}), open(Property::OutOfBounds)}, {with({race(2)}), open(Property::OutOfBounds)});
  EXPECT_EQ(same.findings, (std::map<FindingNumber, Change>{{{0, 0}, Change::Unchanged}}));
  EXPECT_TRUE(same.fixed.empty());
  EXPECT_TRUE(same.not_judged.empty());
}

TEST(Comparison, NewAndFixed) {
  const Comparison changed = between({with({race(2)})}, {with({race(3)})});
  EXPECT_EQ(changed.findings.at({0, 0}), Change::New);
  EXPECT_EQ(changed.fixed, (std::vector<FindingNumber>{{0, 0}}));
  EXPECT_TRUE(changed.not_judged.empty());
}

// Under an equal line, one more place is one more finding.
TEST(Comparison, ASecondPlaceUnderAnEqualLineIsNew) {
  const Comparison more = between({with({race(2)})}, {with({race(2), race(4)})});
  EXPECT_EQ(more.findings.at({0, 0}), Change::Unchanged);
  EXPECT_EQ(more.findings.at({0, 1}), Change::New);
}

TEST(Comparison, APossibleDefectThatIsShownIsWorse) {
  const auto change = [](Confirmation before, Confirmation now) {
    return between({with({race(2, before)})}, {with({race(2, now)})}).findings.at({0, 0});
  };
  EXPECT_EQ(change(Confirmation::Unconfirmed, Confirmation::Replayed), Change::Worse);
  EXPECT_EQ(change(Confirmation::Replayed, Confirmation::Unconfirmed), Change::Unchanged);
  EXPECT_EQ(change(Confirmation::Exact, Confirmation::Replayed), Change::Unchanged);
}

TEST(Comparison, ABenignRaceThatCountsNowIsWorse) {
  Finding same = race(2);
  same.benign = true;
  ClassResult strict = verified();
  strict.findings = {same};
  conclude(strict, true);
  EXPECT_EQ(between({with({same})}, {strict}).findings.at({0, 0}), Change::Worse);
  EXPECT_TRUE(between({strict}, {with({same})}).findings.empty());
  EXPECT_EQ(between({strict}, {with({same})}).fixed.size(), 1U);
}

// "Fixed" is said only of what the new results decide.
TEST(Comparison, WhatIsNotJudgedIsNotFixed) {
  for (const auto& now : {std::vector<ClassResult>{},
                          {open(Property::DataRace)},
                          {verified("global (16)"), open(Property::DataRace)}}) {
    const Comparison gone = between({with({race(2)})}, now);
    EXPECT_TRUE(gone.fixed.empty());
    EXPECT_EQ(gone.not_judged.size(), 1U);
  }
}

TEST(Comparison, UndecidedBeforeIsKnownOfTheSameLaunchAlone) {
  const AnswerNumber bounds{0, Property::OutOfBounds};
  const ClassResult timeout = open(Property::OutOfBounds);
  EXPECT_TRUE(between({timeout}, {timeout}).still_undecided.contains(bounds));
  EXPECT_TRUE(between({verified()}, {timeout}).newly_undecided.contains(bounds));
  EXPECT_TRUE(between({}, {timeout}).newly_undecided.contains(bounds));
  EXPECT_TRUE(between({open(Property::DataRace)}, {timeout}).newly_undecided.contains(bounds));
  // The same launch is undecided for another reason: it was before.
  EXPECT_TRUE(between({open(Property::OutOfBounds, Cause::ClassTimeout)}, {timeout})
                  .still_undecided.contains(bounds));
  // Another launch of the kernel was decided: this one is news.
  const ClassResult other = open(Property::OutOfBounds, Cause::SolverTimeout, "global (16)");
  EXPECT_TRUE(between({other, verified("global (32)")}, {timeout}).newly_undecided.contains(bounds));
  // None of its launches ever was, for this cause.
  EXPECT_TRUE(between({other}, {timeout}).still_undecided.contains(bounds));
  EXPECT_TRUE(
      between({other}, {open(Property::OutOfBounds, Cause::ClassMemory)}).newly_undecided.contains(bounds));
}

TEST(Comparison, WhatIsNoLongerAskedIsSaid) {
  ClassResult not_asked = verified();
  not_asked.properties[Property::OutOfBounds] = {
      .verdict = Verdict::NotAsked, .reason = "no size", .causes = {}};
  conclude(not_asked, false);
  EXPECT_TRUE(between({verified()}, {not_asked}).no_longer_asked.contains({0, Property::OutOfBounds}));
  EXPECT_TRUE(between({not_asked}, {not_asked}).no_longer_asked.empty());
}

TEST(Comparison, TextNamesEachOnceWithItsFingerprint) {
  const Results before = of({with({race(2)})});
  const Results now = of({with({race(3)}), with({race(3)}, "global (16)")});
  const std::string text = comparison_text(compare(before, now), before, now, false);
  EXPECT_NE(
      text.find(
          "New:\n  k.cl:3:3: defect (confirmed): two work-items write `a[0]` [data-race] in kernel `k`, "
          "global (8), and 1 more launch  ("),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("Fixed:\n  k.cl:2:3"), std::string::npos) << text;
  EXPECT_NE(
      text.find("Since the baseline: 2 new, 0 unchanged, 1 fixed; 0 newly undecided, 0 undecided as before."),
      std::string::npos)
      << text;
}

}  // namespace
}  // namespace launchproof::reports

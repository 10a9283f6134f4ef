#include "reports/acceptance/comparison.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "reports/acceptance/acceptance.h"
#include "reports/terminal/comparison_text.h"

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

// If the lines are equal, an additional place is an additional finding.
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

// A property is called "fixed" only if the new results decide it.
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
  // The same launch is undecided for another reason; it was undecided before.
  EXPECT_TRUE(between({open(Property::OutOfBounds, Cause::ClassTimeout)}, {timeout})
                  .still_undecided.contains(bounds));
  // Another launch of the kernel was decided before, so this launch is reported.
  const ClassResult other = open(Property::OutOfBounds, Cause::SolverTimeout, "global (16)");
  EXPECT_TRUE(between({other, verified("global (32)")}, {timeout}).newly_undecided.contains(bounds));
  // No launch of the kernel was ever undecided for this cause.
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

TEST(Comparison, APropertyThatIsNotThereIsNoLongerAskedInTheTextToo) {
  ClassResult less = verified();
  less.properties.erase(Property::OutOfBounds);
  const Results before = of({verified()}), now = of({less});
  const Comparison changed = compare(before, now);
  EXPECT_TRUE(changed.no_longer_asked.contains({0, Property::OutOfBounds}));
  EXPECT_NE(comparison_text(changed, before, now, false).find("not asked [out-of-bounds]"),
            std::string::npos);
  EXPECT_NE(comparison_json(changed, before, now).find("no-longer-asked"), std::string::npos);
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
      text.find("Since the baseline: 1 new, 0 unchanged, 1 fixed; 0 newly undecided, 0 undecided as before."),
      std::string::npos)
      << text;
}

// A class of another program with a kernel of the same name that is launched in the same way.
ClassResult of_program(ClassResult result, const std::string& key, const std::string& text) {
  result.source = "program-" + key + ".cl";
  result.source_text = text;
  if (!key.empty()) result.class_keys = {key};
  return result;
}

constexpr const char* kOneKey = "0123456789abcdef";
constexpr const char* kOtherKey = "fedcba9876543210";

TEST(Comparison, KernelsOfOneNameInTwoProgramsAreTwo) {
  const ClassResult decided = of_program(verified(), kOneKey, kText);
  const ClassResult undecided = of_program(open(Property::OutOfBounds), kOtherKey, "other text");
  const std::vector<ClassResult> both{decided, undecided};
  EXPECT_TRUE(between(both, both).newly_undecided.empty());
  EXPECT_TRUE(between(both, both).still_undecided.contains({1, Property::OutOfBounds}));
  // The other class loses its verdict, and nothing about the first class excuses that.
  const ClassResult lost = of_program(open(Property::OutOfBounds), kOneKey, kText);
  const Comparison worse = between(both, {lost, undecided});
  EXPECT_EQ(worse.newly_undecided, (std::set<AnswerNumber>{{0, Property::OutOfBounds}}));
  EXPECT_EQ(worse.still_undecided, (std::set<AnswerNumber>{{1, Property::OutOfBounds}}));
}

TEST(Comparison, ClassesWithoutKeysAreToldApartByTheirText) {
  std::vector<ClassResult> both{of_program(verified(), "", kText),
                                of_program(open(Property::OutOfBounds), "", "other text")};
  EXPECT_TRUE(between(both, both).newly_undecided.empty());
  // A baseline that was made before keys were introduced.
  std::vector<ClassResult> with_keys = both;
  with_keys[0].class_keys = {kOneKey};
  with_keys[1].class_keys = {kOtherKey};
  EXPECT_TRUE(between(both, with_keys).newly_undecided.empty());
  EXPECT_TRUE(between(both, with_keys).still_undecided.contains({1, Property::OutOfBounds}));
  with_keys[0] = of_program(open(Property::OutOfBounds), kOneKey, kText);
  EXPECT_TRUE(between(both, with_keys).newly_undecided.contains({0, Property::OutOfBounds}));
}

TEST(Comparison, ClassesThatCannotBeToldApartAreCounted) {
  const ClassResult undecided = open(Property::OutOfBounds);
  EXPECT_TRUE(between({verified(), undecided}, {undecided, verified()}).newly_undecided.empty());
  const Comparison more = between({verified(), undecided}, {undecided, undecided});
  EXPECT_EQ(more.newly_undecided.size(), 1U);
  EXPECT_EQ(more.still_undecided.size(), 1U);
}

TEST(Comparison, AnEditedProgramIsComparedByItsNames) {
  const ClassResult undecided = of_program(open(Property::OutOfBounds), kOneKey, kText);
  const ClassResult edited = of_program(open(Property::OutOfBounds), kOtherKey, "edited");
  EXPECT_TRUE(between({undecided}, {edited}).still_undecided.contains({0, Property::OutOfBounds}));
  const ClassResult decided = of_program(verified(), kOneKey, kText);
  EXPECT_TRUE(between({decided}, {edited}).newly_undecided.contains({0, Property::OutOfBounds}));
  // The results of an unedited program do not excuse the edited one.
  const ClassResult third = of_program(verified(), "00000000000000aa", "a third text");
  EXPECT_TRUE(
      between({undecided, third}, {undecided, edited}).newly_undecided.contains({1, Property::OutOfBounds}));
}

TEST(Comparison, ProofsOfClassesTogetherAreOfEachOfThem) {
  ClassResult together = of_program(verified(), kOneKey, kText);
  together.class_keys = {kOneKey, kOtherKey};
  const ClassResult alone = of_program(open(Property::OutOfBounds), kOtherKey, kText);
  EXPECT_TRUE(between({together}, {alone}).newly_undecided.contains({0, Property::OutOfBounds}));
}

TEST(Comparison, WhatNoBaselineLetsPassIsNotNewEither) {
  const ClassResult interrupted = open(Property::OutOfBounds, Cause::Interrupted);
  const Comparison same = between({interrupted}, {interrupted});
  EXPECT_TRUE(same.newly_undecided.empty());
  EXPECT_TRUE(same.still_undecided.empty());
  EXPECT_EQ(same.still_lost, (std::set<AnswerNumber>{{0, Property::OutOfBounds}}));
  const verdict::Waivers waived = waivers({.baseline = same, .suppressed = {}});
  EXPECT_EQ(verdict::exit_status(of({interrupted}), waived), 11);
  EXPECT_TRUE(between({open(Property::OutOfBounds)}, {interrupted})
                  .newly_undecided.contains({0, Property::OutOfBounds}));
}

// Generates classes that resemble each other in every property that comparisons use.
class Drawn {
 public:
  explicit Drawn(std::uint32_t seed) : d_random(seed) {}

  Results results() {
    std::vector<ClassResult> classes(1 + number(6));
    for (ClassResult& result : classes) result = one();
    return of(std::move(classes));
  }

 private:
  std::size_t number(std::size_t below) { return d_random() % below; }

  ClassResult one() {
    ClassResult result = verified(number(2) == 0 ? "global (8)" : "global (16)");
    result.kernel = number(3) == 0 ? "l" : "k";
    if (number(2) == 0) result = of_program(result, number(2) == 0 ? kOneKey : "00000000000000ab", kText);
    if (number(4) == 0) result.source_text += "// edited\n";
    if (number(3) == 0) result.class_keys.push_back(number(2) == 0 ? kOtherKey : "00000000000000ac");
    constexpr std::array kVerdicts{Verdict::Verified, Verdict::Unknown, Verdict::Unsupported, Verdict::Error,
                                   Verdict::NotAsked};
    constexpr std::array kCauses{Cause::SolverTimeout,   Cause::ClassTimeout, Cause::Interrupted,
                                 Cause::ReplayDisagrees, Cause::CompileError, Cause::WorkerCrash};
    for (const Property property : {Property::DataRace, Property::OutOfBounds, Property::NullAccess}) {
      if (number(4) == 0) {
        result.properties.erase(property);
        continue;
      }
      verdict::PropertyResult& answer = result.properties[property];
      answer.verdict = kVerdicts[number(kVerdicts.size())];
      if (answer.verdict != Verdict::Verified)
        answer.causes = {{.cause = kCauses[number(kCauses.size())], .detail = "why", .location = {}}};
    }
    for (std::size_t left = number(3); left > 0; --left) {
      result.findings.push_back(race(static_cast<std::uint32_t>(2 + number(3)),
                                     number(2) == 0 ? Confirmation::Replayed : Confirmation::Unconfirmed));
      result.findings.back().benign = number(4) == 0;
    }
    conclude(result, number(4) == 0);
    return result;
  }

  std::mt19937 d_random;
};

TEST(Comparison, ResultsNeverDifferFromThemselves) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Results results = Drawn(seed).results();
    const Comparison same = compare(results, results);
    EXPECT_TRUE(same.newly_undecided.empty()) << seed;
    EXPECT_TRUE(same.no_longer_asked.empty()) << seed;
    EXPECT_TRUE(same.fixed.empty()) << seed;
    EXPECT_TRUE(same.not_judged.empty()) << seed;
    for (const auto& [number, change] : same.findings) EXPECT_EQ(change, Change::Unchanged) << seed;
  }
}

// Whatever else changed, the report mentions each class that is no longer asked the same question, or that
// was decided and is now open.
TEST(Comparison, AClassThatLosesAVerdictIsNeverMissed) {
  std::size_t tried = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Results before = Drawn(seed).results();
    Results now = before;
    for (ClassResult& result : now.results) {
      const auto answer = result.properties.find(Property::NullAccess);
      if (answer == result.properties.end() || answer->second.verdict != Verdict::Verified) continue;
      answer->second = {.verdict = seed % 2 == 0 ? Verdict::Unknown : Verdict::NotAsked,
                        .reason = "",
                        .causes = {{.cause = Cause::SolverTimeout, .detail = "why", .location = {}}}};
      conclude(result, false);
      ++tried;
      const Comparison worse = compare(before, now);
      EXPECT_FALSE(worse.newly_undecided.empty() && worse.no_longer_asked.empty()) << seed;
      break;
    }
  }
  EXPECT_GT(tried, 100U);
}

}  // namespace
}  // namespace launchproof::reports

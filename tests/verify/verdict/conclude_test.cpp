#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "verify/verdict/rests_on.h"
#include "verify/verdict/results.h"

namespace launchproof::verdict {
namespace {

// Worst first. The tests keep their own copy of the order on purpose.
constexpr std::array kWorstFirst{Verdict::Error,       Verdict::Defect,  Verdict::PossibleDefect,
                                 Verdict::Unsupported, Verdict::Unknown, Verdict::Verified,
                                 Verdict::NotAsked};

std::size_t rank(Verdict verdict) {
  return static_cast<std::size_t>(std::find(kWorstFirst.begin(), kWorstFirst.end(), verdict) -
                                  kWorstFirst.begin());
}

ClassResult asked(Verdict race, Verdict divergence, Verdict bounds, Verdict null) {
  ClassResult result;
  const auto answer = [](Verdict verdict, const char* reason) {
    return PropertyResult{
        .verdict = verdict, .reason = verdict == Verdict::Verified ? "" : reason, .causes = {}};
  };
  result.properties = {{Property::DataRace, answer(race, "R")},
                       {Property::BarrierDivergence, answer(divergence, "B")},
                       {Property::OutOfBounds, answer(bounds, "O")},
                       {Property::NullAccess, answer(null, "N")}};
  return result;
}

Finding finding(Property property, Confirmation confirmation, bool benign = false) {
  Finding item;
  item.property = property;
  item.confirmation = confirmation;
  item.benign = benign;
  item.message = "message of the finding";
  if (confirmation == Confirmation::Unconfirmed) {
    item.approximations.push_back(
        {.cause = Cause::ContentsNotRecorded, .detail = "needs idx[3] = 7", .location = {}});
  }
  return item;
}

bool assumes(const ClassResult& result, const std::string& words) {
  return std::any_of(result.assumptions.begin(), result.assumptions.end(),
                     [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

// Restates the rule by which data-race depends on other properties.
Verdict expected_race(Verdict race, Verdict divergence, Verdict bounds) {
  if (race != Verdict::Verified) return race;
  if (divergence != Verdict::Verified && divergence != Verdict::NotAsked) return Verdict::Unknown;
  if (bounds == Verdict::Defect || bounds == Verdict::PossibleDefect) return Verdict::Unknown;
  return Verdict::Verified;
}

TEST(Conclude, EveryCombinationOfPropertyVerdicts) {
  for (Verdict race : kWorstFirst) {
    for (Verdict divergence : kWorstFirst) {
      for (Verdict bounds : kWorstFirst) {
        for (Verdict null : kWorstFirst) {
          ClassResult result = asked(race, divergence, bounds, null);
          conclude(result, false);
          SCOPED_TRACE(std::string(name(race)) + ' ' + std::string(name(divergence)) + ' ' +
                       std::string(name(bounds)) + ' ' + std::string(name(null)));
          const Verdict settled_race = expected_race(race, divergence, bounds);
          EXPECT_EQ(result.properties[Property::DataRace].verdict, settled_race);
          EXPECT_EQ(result.properties[Property::BarrierDivergence].verdict, divergence);
          EXPECT_EQ(result.properties[Property::OutOfBounds].verdict, bounds);
          EXPECT_EQ(result.properties[Property::NullAccess].verdict, null);

          const std::size_t worst =
              std::min({rank(settled_race), rank(divergence), rank(bounds), rank(null)});
          const Verdict expected =
              kWorstFirst.at(worst) == Verdict::NotAsked ? Verdict::Unknown : kWorstFirst.at(worst);
          EXPECT_EQ(result.verdict, expected);
          // Every verdict but `verified` says why.
          EXPECT_TRUE(expected == Verdict::Verified || !result.reason.empty());
          // A race verdict that stands depends on what is verified or stated.
          if (settled_race == Verdict::Verified) {
            EXPECT_TRUE(divergence == Verdict::Verified || assumes(result, "meet the same barriers"));
            EXPECT_TRUE(bounds == Verdict::Verified || assumes(result, "in bounds"));
          } else {
            EXPECT_TRUE(result.assumptions.empty());
          }
          ClassResult again = result;
          conclude(again, false);
          EXPECT_EQ(again, result) << "concluding twice must change nothing";
        }
      }
    }
  }
}

TEST(Conclude, VoidedRaceNamesItsCause) {
  ClassResult diverging = asked(Verdict::Verified, Verdict::Defect, Verdict::Verified, Verdict::Verified);
  conclude(diverging, false);
  ASSERT_EQ(diverging.properties[Property::DataRace].causes.size(), 1U);
  EXPECT_EQ(diverging.properties[Property::DataRace].causes[0].cause, Cause::VoidedDivergence);
  EXPECT_EQ(diverging.verdict, Verdict::Defect);

  ClassResult outside =
      asked(Verdict::Verified, Verdict::Verified, Verdict::PossibleDefect, Verdict::Verified);
  conclude(outside, false);
  ASSERT_EQ(outside.properties[Property::DataRace].causes.size(), 1U);
  EXPECT_EQ(outside.properties[Property::DataRace].causes[0].cause, Cause::VoidedBounds);
  EXPECT_EQ(outside.verdict, Verdict::PossibleDefect);
}

TEST(Conclude, WhatAReplayAddsIsSaidWhereverTheFindingIsNamed) {
  ClassResult result = asked(Verdict::Verified, Verdict::Verified, Verdict::Verified, Verdict::Verified);
  result.findings.push_back(finding(Property::BarrierDivergence, Confirmation::Unconfirmed));
  conclude(result, false);
  EXPECT_EQ(result.properties[Property::DataRace].reason,
            "rests on barriers, and barrier-divergence is possible-defect: message of the finding");
  result.findings[0].confirmation = Confirmation::Replayed;
  result.findings[0].message += " (with zeros in `in`)";
  conclude(result, false);
  const PropertyResult& race = result.properties[Property::DataRace];
  EXPECT_EQ(race.verdict, Verdict::Unknown);
  EXPECT_EQ(
      race.reason,
      "rests on barriers, and barrier-divergence is defect: message of the finding (with zeros in `in`)");
  ASSERT_EQ(race.causes.size(), 1U);
  EXPECT_EQ(race.causes[0].detail, race.reason);
  result.findings[0].message += ", for any sizes";
  conclude(result, false);
  EXPECT_TRUE(result.properties[Property::DataRace].reason.ends_with(", for any sizes"));
}

TEST(Conclude, AReasonOfAnEngineStays) {
  ClassResult result = asked(Verdict::Unknown, Verdict::Defect, Verdict::Verified, Verdict::Verified);
  result.properties[Property::DataRace].causes = {
      {.cause = Cause::VoidedDivergence, .detail = "R", .location = {}}};
  conclude(result, false);
  EXPECT_EQ(result.properties[Property::DataRace].reason, "R");
}

TEST(Conclude, EveryFindingAgainstEveryEngineVerdict) {
  for (std::size_t p = 0; p < all_properties().size(); ++p) {
    const auto property = static_cast<Property>(p);
    for (Verdict engine : kWorstFirst) {
      for (Confirmation confirmation :
           {Confirmation::Exact, Confirmation::Replayed, Confirmation::Unconfirmed}) {
        for (bool benign : {false, true}) {
          for (bool strict : {false, true}) {
            ClassResult result;
            result.properties[property] = {.verdict = engine, .reason = "R", .causes = {}};
            result.findings.push_back(finding(property, confirmation, benign));
            conclude(result, strict);
            Verdict expected = engine;
            if (!benign || strict) {
              const Verdict said =
                  confirmation == Confirmation::Unconfirmed ? Verdict::PossibleDefect : Verdict::Defect;
              // A bare `defect` whose only finding is unconfirmed is not a defect.
              expected =
                  engine == Verdict::Defect ? said : kWorstFirst.at(std::min(rank(engine), rank(said)));
            }
            EXPECT_EQ(result.properties[property].verdict, expected)
                << name(engine) << " benign " << benign << " strict " << strict;
          }
        }
      }
    }
  }
}

TEST(Conclude, TheWorstFindingCounts) {
  ClassResult result = asked(Verdict::Verified, Verdict::Verified, Verdict::Verified, Verdict::Verified);
  result.findings = {finding(Property::DataRace, Confirmation::Unconfirmed),
                     finding(Property::DataRace, Confirmation::Replayed),
                     finding(Property::DataRace, Confirmation::Exact, true)};
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Defect);
  EXPECT_EQ(result.reason, "data-race: message of the finding");
}

TEST(Conclude, AFindingOfAPropertyThatWasNotListedCounts) {
  ClassResult result;
  result.findings.push_back(finding(Property::OutOfBounds, Confirmation::Exact));
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Defect);
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).verdict, Verdict::Defect);
}

TEST(Conclude, AnExactFindingThatNamesAnApproximationIsNotExact) {
  ClassResult result;
  Finding item = finding(Property::DataRace, Confirmation::Unconfirmed);
  item.confirmation = Confirmation::Exact;
  result.findings.push_back(item);
  conclude(result, false);
  EXPECT_EQ(result.findings[0].confirmation, Confirmation::Unconfirmed);
  EXPECT_EQ(result.verdict, Verdict::PossibleDefect);
}

TEST(Conclude, AReplayedFindingMayNameApproximations) {
  ClassResult result;
  Finding item = finding(Property::DataRace, Confirmation::Unconfirmed);
  item.confirmation = Confirmation::Replayed;
  result.findings.push_back(item);
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Defect);
}

// Either this finding or an earlier race happens. Other findings that depend on such a value may not happen
// at all.
TEST(Conclude, ARaceThatAnotherMayChangeIsADefect) {
  const auto verdict_of = [](Property property, bool benign, const std::vector<Cause>& causes) {
    ClassResult result;
    Finding item = finding(property, Confirmation::Unconfirmed, benign);
    item.approximations.clear();
    for (const Cause cause : causes)
      item.approximations.push_back({.cause = cause, .detail = "", .location = {}});
    result.properties[property].verdict = Verdict::PossibleDefect;
    result.findings.push_back(item);
    conclude(result, false);
    EXPECT_EQ(result.findings[0].confirmation, Confirmation::Unconfirmed);
    return result.verdict;
  };
  const std::vector<Cause> voided(2, Cause::VoidedRace);
  EXPECT_EQ(verdict_of(Property::DataRace, false, voided), Verdict::Defect);
  EXPECT_EQ(verdict_of(Property::DataRace, true, voided), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(Property::OutOfBounds, false, voided), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(Property::DataRace, false, {Cause::VoidedRace, Cause::ContentsNotRecorded}),
            Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(Property::DataRace, false, {}), Verdict::PossibleDefect);
}

TEST(Conclude, ABenignRaceIsADefectUnderStrictOnly) {
  ClassResult tolerated = asked(Verdict::Verified, Verdict::Verified, Verdict::Verified, Verdict::Verified);
  tolerated.findings.push_back(finding(Property::DataRace, Confirmation::Exact, true));
  ClassResult strict = tolerated;
  conclude(tolerated, false);
  conclude(strict, true);
  EXPECT_EQ(tolerated.verdict, Verdict::Verified);
  EXPECT_EQ(tolerated.findings.size(), 1U);
  EXPECT_EQ(strict.verdict, Verdict::Defect);
}

TEST(Conclude, NothingAskedIsNeverVerified) {
  ClassResult nothing;
  conclude(nothing, false);
  EXPECT_EQ(nothing.verdict, Verdict::Unknown);
  EXPECT_EQ(nothing.reason, "no property was asked");

  ClassResult listed = asked(Verdict::NotAsked, Verdict::NotAsked, Verdict::NotAsked, Verdict::NotAsked);
  conclude(listed, false);
  EXPECT_EQ(listed.verdict, Verdict::Unknown);
}

TEST(Conclude, AnErrorWithAReasonStays) {
  ClassResult result;
  result.verdict = Verdict::Error;
  result.reason = "k.cl:3: unknown type name";
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.reason, "k.cl:3: unknown type name");
}

TEST(Conclude, UnknownSizesBecomeAnAssumption) {
  ClassResult result = asked(Verdict::Verified, Verdict::Verified, Verdict::NotAsked, Verdict::Verified);
  result.properties[Property::OutOfBounds] = {
      .verdict = Verdict::NotAsked,
      .reason = "",
      .causes = {{.cause = Cause::SizeNotKnown, .detail = "size of `out` not known", .location = {}}}};
  ClassResult stated = result;
  stated.assumptions.emplace_back("accesses to `out` in bounds: size not known");
  conclude(result, false);
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_EQ(result.assumptions, std::vector<std::string>{"accesses in bounds: size of `out` not known"});
  conclude(stated, false);
  EXPECT_EQ(stated.assumptions.size(), 1U) << "the engine's own line is enough";

  ClassResult partly = asked(Verdict::Verified, Verdict::Verified, Verdict::Verified, Verdict::Verified);
  partly.properties[Property::OutOfBounds].causes = stated.properties[Property::OutOfBounds].causes;
  conclude(partly, false);
  EXPECT_TRUE(assumes(partly, "in bounds"));
  EXPECT_EQ(partly.properties.at(Property::OutOfBounds).verdict, Verdict::NotAsked) << "not of every array";
  EXPECT_EQ(partly.properties.at(Property::OutOfBounds).reason, "size of `out` not known");
}

TEST(Conclude, ReasonsComeFromCausesAndWorstFirst) {
  ClassResult result = asked(Verdict::Unknown, Verdict::Verified, Verdict::Unsupported, Verdict::NotAsked);
  result.properties[Property::DataRace].reason.clear();
  result.properties[Property::DataRace].causes = {
      {.cause = Cause::SolverTimeout, .detail = "", .location = {}},
      {.cause = Cause::SolverFailure, .detail = "cvc5 died", .location = {}}};
  conclude(result, false);
  EXPECT_EQ(
      result.reason,
      "out-of-bounds: O; data-race (unknown): A question was not answered within the time limit.; cvc5 died; "
      "null-access (not-asked): N");
}

TEST(GiveUp, AnswersOnlyWhatWasNotAnswered) {
  ClassResult result;
  result.properties[Property::DataRace].verdict = Verdict::Defect;
  give_up(result, Verdict::Unknown,
          {.cause = Cause::ClassTimeout, .detail = "10 s are used up", .location = {}}, false);
  EXPECT_EQ(result.verdict, Verdict::Defect);
  for (std::size_t i = 0; i < all_properties().size(); ++i) {  // nor a property that not every kernel has
    const auto property = static_cast<Property>(i);
    EXPECT_EQ(result.properties.contains(property), is_asked_always(property)) << name(property);
  }
  EXPECT_EQ(result.properties.count(Property::UninitialisedRead), 0U);
  EXPECT_EQ(result.properties[Property::OutOfBounds].verdict, Verdict::Unknown);
  EXPECT_EQ(result.properties[Property::OutOfBounds].causes[0].cause, Cause::ClassTimeout);

  for (Cause cause :
       {Cause::ClassMemory, Cause::WorkerCrash, Cause::UnsupportedConstruct, Cause::ContradictoryFacts}) {
    ClassResult lost;
    give_up(lost, Verdict::Unknown, {.cause = cause, .detail = "", .location = {}}, false);
    EXPECT_EQ(lost.verdict, Verdict::Unknown);
    EXPECT_NE(lost.reason.find(meaning(cause)), std::string::npos) << lost.reason;
  }
}

// Returns results with a proved property, a property that it depends on, and all others verified.
ClassResult resting(const RestsOn& row, Verdict on) {
  ClassResult result = asked(Verdict::Verified, Verdict::Verified, Verdict::Verified, Verdict::Verified);
  result.properties[row.on] = {.verdict = on, .reason = on == Verdict::Verified ? "" : "W", .causes = {}};
  conclude(result, false);
  return result;
}

TEST(RestsOn, WhatFailsTakesTheProofAway) {
  std::size_t looked_at = 0;
  for (const RestsOn& row : all_rests_on()) {
    if (row.stage != Stage::Conclusion) continue;
    ++looked_at;
    for (const Verdict on : {Verdict::Defect, Verdict::PossibleDefect, Verdict::Unknown}) {
      const ClassResult result = resting(row, on);
      const PropertyResult& answer = result.properties.at(row.property);
      const bool is_taken = on != Verdict::Unknown || row.needs == Needs::Proof;
      EXPECT_EQ(answer.verdict, is_taken ? Verdict::Unknown : Verdict::Verified) << name(row.on) << name(on);
      EXPECT_EQ(std::ranges::any_of(answer.causes,
                                    [&](const Approximation& one) { return one.cause == row.cause; }),
                is_taken);
    }
  }
  EXPECT_EQ(looked_at, 2);
}

TEST(RestsOn, WhatIsNotAskedIsAssumed) {
  for (const RestsOn& row : all_rests_on()) {
    if (row.stage != Stage::Conclusion) continue;
    const ClassResult left = resting(row, Verdict::NotAsked);
    EXPECT_EQ(left.properties.at(row.property).verdict, Verdict::Verified);
    ASSERT_EQ(left.assumptions.size(), 1);
    EXPECT_TRUE(left.assumptions[0].starts_with(row.assumption)) << left.assumptions[0];
    EXPECT_TRUE(resting(row, Verdict::Verified).assumptions.empty());
  }
}

// A cause that explains why a property lost its proof belongs to the property that caused the loss.
TEST(RestsOn, CausesAreOfTheirProperty) {
  EXPECT_TRUE(is_voided_by(Property::DataRace, Cause::VoidedDivergence));
  EXPECT_TRUE(is_voided_by(Property::DataRace, Cause::VoidedBounds));
  EXPECT_FALSE(is_voided_by(Property::DataRace, Cause::VoidedRace));
  for (const Property property : {Property::BarrierDivergence, Property::OutOfBounds, Property::NullAccess,
                                  Property::AccessFlags, Property::Assertion}) {
    EXPECT_TRUE(is_voided_by(property, Cause::VoidedRace));
    EXPECT_FALSE(is_voided_by(property, Cause::VoidedBounds));
  }
}

}  // namespace
}  // namespace launchproof::verdict

#include "verify/verdict/doubt.h"

#include <gtest/gtest.h>

namespace launchproof::verdict {
namespace {

const std::vector<Approximation> kCauses{{.cause = Cause::CompilerAnswer,
                                          .detail = "it is answered as Clang 19 does",
                                          .location = {.file = "k.cl", .line = 3}}};

ClassResult proved() {
  ClassResult result;
  for (const Property property : {Property::DataRace, Property::BarrierDivergence, Property::NullAccess})
    result.properties[property].verdict = Verdict::Verified;
  conclude(result, false);
  return result;
}

ClassResult refuted(Confirmation confirmation) {
  ClassResult result = proved();
  Finding finding;
  finding.property = Property::DataRace;
  finding.confirmation = confirmation;
  finding.message = "two work-items meet";
  if (confirmation == Confirmation::Refuted) finding.replay = "a replay disagrees";
  result.findings.push_back(finding);
  result.properties[Property::DataRace].verdict = Verdict::Defect;
  conclude(result, false);
  return result;
}

TEST(Doubt, NothingChangesWithoutACause) {
  ClassResult result = proved();
  doubt(result, {}, false);
  EXPECT_EQ(result, proved());
}

TEST(Doubt, WhatWasProvedIsUnknown) {
  ClassResult result = proved();
  result.properties[Property::OutOfBounds].verdict = Verdict::NotAsked;
  doubt(result, kCauses, false);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.properties[Property::DataRace].causes, kCauses);
  EXPECT_EQ(result.properties[Property::OutOfBounds].verdict, Verdict::NotAsked);
  EXPECT_NE(result.reason.find("answered as Clang 19 does"), std::string::npos) << result.reason;
}

TEST(Doubt, WhatWasShownIsPossible) {
  for (const Confirmation confirmation :
       {Confirmation::Exact, Confirmation::Replayed, Confirmation::Unconfirmed}) {
    ClassResult result = refuted(confirmation);
    doubt(result, kCauses, false);
    EXPECT_EQ(result.verdict, Verdict::PossibleDefect);
    EXPECT_EQ(result.findings.at(0).confirmation, Confirmation::Unconfirmed);
    EXPECT_EQ(result.findings.at(0).approximations, kCauses);
    EXPECT_EQ(result.findings.at(0).replay.empty(), confirmation != Confirmation::Replayed);
    const ClassResult once = result;
    doubt(result, kCauses, false);
    EXPECT_EQ(result, once) << "a second time changes nothing";
  }
}

TEST(Doubt, AFaultOfTheToolStays) {
  ClassResult result = refuted(Confirmation::Refuted);
  doubt(result, kCauses, false);
  EXPECT_EQ(result.verdict, Verdict::Error);
}

TEST(Doubt, BenignRacesStayBenign) {
  ClassResult result = proved();
  Finding finding;
  finding.property = Property::DataRace;
  finding.confirmation = Confirmation::Exact;
  finding.benign = true;
  result.findings.push_back(finding);
  doubt(result, kCauses, false);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_TRUE(result.findings.at(0).benign);
}

}  // namespace
}  // namespace launchproof::verdict

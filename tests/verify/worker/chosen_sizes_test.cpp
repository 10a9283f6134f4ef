#include "verify/worker/classes/chosen_sizes.h"

#include <gtest/gtest.h>

namespace launchproof::worker {
namespace {

using verdict::Property;
using verdict::Verdict;

model::LaunchFacts open_launch(std::array<std::uint64_t, 3> global) {
  model::LaunchFacts facts;
  facts.global_size = global;
  for (unsigned d = 0; d < 3; ++d)
    if (global[d] > 1) facts.open.local[d] = 2 * d + 1;
  return facts;
}

TEST(PossibleLocalSizes, DivideTheGlobalSize) {
  const auto sizes = possible_local_sizes(open_launch({6, 1, 1}));
  ASSERT_EQ(sizes.size(), 4U);
  for (const model::LaunchSizes& one : sizes) EXPECT_EQ(one.local[0] * one.groups[0], 6U);
  EXPECT_EQ(sizes.front().local[0], 1U);
  EXPECT_EQ(sizes.back().local[0], 6U);
}

TEST(PossibleLocalSizes, AreThoseOfEachDimension) {
  const auto sizes = possible_local_sizes(open_launch({2, 4, 1}));
  EXPECT_EQ(sizes.size(), 6U);
  for (const model::LaunchSizes& one : sizes) {
    EXPECT_EQ(one.local[0] * one.groups[0], 2U);
    EXPECT_EQ(one.local[1] * one.groups[1], 4U);
    EXPECT_EQ(one.local[2], 1U);
  }
}

TEST(PossibleLocalSizes, AreNotListedWhereTheyAreMany) {
  EXPECT_TRUE(possible_local_sizes(open_launch({1024, 1, 1})).empty());
  EXPECT_TRUE(possible_local_sizes(open_launch({8, 8, 1})).empty());
  EXPECT_EQ(possible_local_sizes(open_launch({128, 1, 1})).size(), 8U);
}

JudgedSize judged(std::uint64_t local, Verdict race) {
  JudgedSize result;
  result.sizes.local[0] = local;
  verdict::ClassResult& into = result.outcome.result;
  into.properties[Property::DataRace].verdict = race;
  into.properties[Property::OutOfBounds].verdict = Verdict::Verified;
  into.verdict = race;
  if (race == Verdict::Defect) {
    verdict::Finding finding;
    finding.property = Property::DataRace;
    into.findings.push_back(finding);
    result.outcome.interim = true;
  }
  return result;
}

Verdict race_of(const Outcome& outcome) {
  return outcome.result.properties.at(Property::DataRace).verdict;
}

TEST(JoinedSizes, AreVerifiedWhereEachIs) {
  const Outcome outcome = join_sizes({}, {judged(1, Verdict::Verified), judged(2, Verdict::Verified)}, 1);
  EXPECT_EQ(race_of(outcome), Verdict::Verified);
  EXPECT_FALSE(outcome.sizes);
  EXPECT_FALSE(outcome.interim);
}

TEST(JoinedSizes, ADefectOfSomeIsAPossibleOneThatNamesTheSize) {
  const Outcome outcome = join_sizes({}, {judged(1, Verdict::Verified), judged(2, Verdict::Defect)}, 1);
  EXPECT_EQ(race_of(outcome), Verdict::PossibleDefect);
  EXPECT_NE(outcome.result.properties.at(Property::DataRace).reason.find("local size (2)"),
            std::string::npos);
  ASSERT_EQ(outcome.result.findings.size(), 1U);
  EXPECT_EQ(outcome.result.findings[0].approximations.at(0).cause, verdict::Cause::SizesLeftOpen);
  EXPECT_FALSE(outcome.interim) << "a replay with one size would show a defect that the launch may not have";
  EXPECT_EQ(outcome.sizes.value().local[0], 2U);
}

TEST(JoinedSizes, ADefectOfAllIsOne) {
  const Outcome outcome = join_sizes({}, {judged(1, Verdict::Defect), judged(2, Verdict::Defect)}, 1);
  EXPECT_EQ(race_of(outcome), Verdict::Defect);
  EXPECT_TRUE(outcome.result.findings.at(0).approximations.empty());
  EXPECT_TRUE(outcome.interim);
}

TEST(JoinedSizes, WhatHoldsForEverySizeStands) {
  verdict::ClassResult of_all;
  of_all.properties[Property::DataRace].verdict = Verdict::Verified;
  const Outcome outcome = join_sizes(of_all, {judged(1, Verdict::Verified), judged(2, Verdict::Unknown)}, 1);
  EXPECT_EQ(race_of(outcome), Verdict::Verified);
}

TEST(JoinedSizes, WhatOneLeavesUnaskedIsNotVerified) {
  const Outcome outcome = join_sizes({}, {judged(1, Verdict::NotAsked), judged(2, Verdict::Verified)}, 1);
  EXPECT_EQ(race_of(outcome), Verdict::NotAsked);
  EXPECT_EQ(race_of(join_sizes({}, {judged(1, Verdict::NotAsked), judged(2, Verdict::Unknown)}, 1)),
            Verdict::Unknown);
}

}  // namespace
}  // namespace launchproof::worker

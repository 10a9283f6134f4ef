// Tests what the proofs of pairs of launches depend on.
#include "verify/worker/pairs/verify_pairs.h"

#include <gtest/gtest.h>

#include "verify/worker/pairs/pair_verifier.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

class ConcludePairs : public ::testing::Test {
 protected:
  // A pair of two classes, and its answer.
  void add(std::size_t first, std::size_t second, Verdict verdict) {
    LaunchPairOfClasses pair;
    pair.first = first;
    pair.second = second;
    pair.job.first.kernel = "k" + std::to_string(first);
    pair.job.second.kernel = "k" + std::to_string(second);
    d_found.pairs.push_back(pair);
    verdict::ClassResult answer;
    answer.kernel = pair.job.first.kernel + " and " + pair.job.second.kernel;
    answer.properties[Property::LaunchRace].verdict = verdict;
    d_answers.push_back(answer);
  }
  // The proof of the last pair names the cause for the launch in this role.
  void rests(Cause cause, std::string_view role) {
    d_answers.back().properties[Property::LaunchRace].causes.push_back(
        {cause, "", {"", 0, 0, std::string(role)}});
  }
  static verdict::ClassResult of_class(const std::string& numbers, Verdict bounds, Verdict race) {
    verdict::ClassResult result;
    result.class_numbers = numbers;
    result.properties[Property::OutOfBounds].verdict = bounds;
    result.properties[Property::DataRace].verdict = race;
    result.properties[Property::BarrierDivergence].verdict = Verdict::Verified;
    return result;
  }
  void conclude() { conclude_pairs(d_found, d_classes, false, d_answers); }
  Verdict verdict(std::size_t number) const {
    return d_answers[number].properties.at(Property::LaunchRace).verdict;
  }

  LaunchPairs d_found;
  std::vector<verdict::ClassResult> d_classes{of_class("1-2", Verdict::Verified, Verdict::Verified),
                                              of_class("3, 5", Verdict::Verified, Verdict::Defect)};
  std::vector<verdict::ClassResult> d_answers;
};

TEST_F(ConcludePairs, AProofOfVerifiedClassesCounts) {
  add(1, 2, Verdict::Verified);
  conclude();
  EXPECT_EQ(d_answers[0].verdict, Verdict::Verified);
  EXPECT_TRUE(d_answers[0].assumptions.empty());
}

TEST_F(ConcludePairs, AProofOfAClassThatLeavesItsArraysDoesNot) {
  d_classes[0].properties[Property::OutOfBounds].verdict = Verdict::Defect;
  add(3, 2, Verdict::Verified);
  conclude();
  EXPECT_EQ(verdict(0), Verdict::Unknown);
  EXPECT_EQ(d_answers[0].properties.at(Property::LaunchRace).causes.at(0).cause, Cause::SideNotVerified);
}

// A race within a launch decides the value that it reads.
TEST_F(ConcludePairs, ARaceWithinALaunchVoidsProofsThatRestOnItsReads) {
  add(1, 5, Verdict::Verified);
  conclude();
  EXPECT_EQ(verdict(0), Verdict::Verified) << "nothing rests on what is read";
  d_answers.clear();
  d_found.pairs.clear();
  add(1, 5, Verdict::Verified);
  rests(Cause::VoidedRace, kSecondLaunch);
  conclude();
  EXPECT_EQ(verdict(0), Verdict::Unknown);
}

TEST_F(ConcludePairs, ClassesThatWereNotAskedAreAssumptions) {
  add(1, 4, Verdict::Verified);
  conclude();
  EXPECT_EQ(verdict(0), Verdict::Verified);
  ASSERT_EQ(d_answers[0].assumptions.size(), 1U);
  EXPECT_EQ(d_answers[0].assumptions[0], "the accesses of `k4` are in bounds: not asked");
}

// Another pair that may race changes the value that a launch of this pair reads, and so on.
TEST_F(ConcludePairs, AnotherPairThatMayRaceVoidsProofsThatRestOnContents) {
  add(1, 2, Verdict::Verified);
  rests(Cause::SharedContents, kSecondLaunch);
  add(2, 3, Verdict::Verified);
  rests(Cause::SharedContents, kSecondLaunch);
  add(3, 4, Verdict::Defect);
  add(1, 1, Verdict::Verified);
  rests(Cause::SharedContents, kFirstLaunch);
  conclude();
  EXPECT_EQ(verdict(2), Verdict::Defect);
  EXPECT_EQ(verdict(1), Verdict::Unknown) << "class 3 races with class 4";
  EXPECT_EQ(verdict(0), Verdict::Unknown) << "class 2 may race with class 3 now";
  EXPECT_EQ(verdict(3), Verdict::Unknown) << "class 1 may race with class 2 now";
}

TEST_F(ConcludePairs, PairsThatWereNotAskedAreAssumptions) {
  d_found.is_complete = false;
  add(1, 2, Verdict::Verified);
  rests(Cause::SharedContents, kFirstLaunch);
  add(1, 2, Verdict::Verified);
  conclude();
  ASSERT_EQ(d_answers[0].assumptions.size(), 1U);
  EXPECT_EQ(d_answers[0].assumptions[0],
            "no other launch that may run at once changes what `k1` reads: not all pairs were asked");
  EXPECT_TRUE(d_answers[1].assumptions.empty());
}

}  // namespace
}  // namespace launchproof::worker

// Tests candidates that passes take over from each other: those that hold for one work-item alone, and those
// that are omitted at first.
#include "verify/two_thread/proof/known_candidates.h"

#include <algorithm>

#include "tests/verify/two_thread/written_down.h"

namespace launchproof::two_thread::testing {
namespace {

class KnownCandidatesTest : public ::testing::Test {
 protected:
  LaunchOf launch{
      "int l = get_local_id(0); for (int i = 3 * l; i < n; i += 4) a[get_global_id(0) * 8 + i] = i;"};
  KnownCandidates known;

  // Either all candidates stand, or all fall.
  void remember(Pairing pairing, bool stands, bool with_fallen = true) {
    WrittenDown pass(launch, pairing);
    Inferred inferred = all_candidates(pass.problem, true);
    if (!stands) {
      inferred.stands.assign(inferred.stands.size(), false);
      inferred.falls.assign(inferred.falls.size(), Fall::NotMaintained);
    }
    known.remember(pass.problem, pass.values, launch.store, inferred, pairing == Pairing::One, with_fallen);
  }
};

TEST_F(KnownCandidatesTest, WhatStandsOfOneAloneIsGivenToBothOfAPair) {
  remember(Pairing::One, true);
  WrittenDown pass(launch, Pairing::SameGroup);
  const Inferred from = known.begin(pass.problem, pass.values, true);
  std::size_t given = 0;
  for (CandidateId id = 0; id < pass.problem.candidates.size(); ++id) {
    EXPECT_EQ(from.given[id], pass.problem.candidates[id].of_item != model::kNone) << id;
    if (from.given[id]) ++given;
  }
  EXPECT_GE(given, 16U);
}

TEST_F(KnownCandidatesTest, NothingIsGivenThatAPairShowed) {
  remember(Pairing::SameGroup, true);
  WrittenDown pass(launch, Pairing::OtherGroup);
  const Inferred from = known.begin(pass.problem, pass.values, true);
  EXPECT_TRUE(std::ranges::none_of(from.given, [](bool given) { return given; }));
}

TEST_F(KnownCandidatesTest, WhatFellIsLeftOutAtFirst) {
  remember(Pairing::One, false);
  WrittenDown pass(launch, Pairing::SameGroup);
  const Inferred likely = known.begin(pass.problem, pass.values, true);
  const Inferred all = known.begin(pass.problem, pass.values, false);
  for (CandidateId id = 0; id < pass.problem.candidates.size(); ++id) {
    if (pass.problem.candidates[id].of_item != model::kNone) {
      EXPECT_FALSE(likely.stands[id]) << id;
    }
    EXPECT_TRUE(all.stands[id]) << id;
  }
}

TEST_F(KnownCandidatesTest, WhatFellOfAPartOfWhatIsKnownIsLookedAtAgain) {
  remember(Pairing::One, false, false);
  WrittenDown pass(launch, Pairing::SameGroup);
  const Inferred likely = known.begin(pass.problem, pass.values, true);
  for (CandidateId id = 0; id < pass.problem.candidates.size(); ++id)
    EXPECT_EQ(likely.stands[id], !pass.problem.candidates[id].is_costly) << id;
}

// Work-items leave the loop one after the other. A value that is uniform while both are in the loop implies
// nothing for a work-item that has left.
TEST(KnownCandidates, GiveNothingFalseOfWhoHasLeft) {
  const std::string begin = "for (int i = 0; i < 8; i++) { if (i == l + 1) break; ";
  EXPECT_EQ(verdict_of(begin + "a[g * 8 + i] = 1; }"), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "a[g * 4 + i] = 1 + l; }"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of("int i = 0; for (; i < n; i++) if (i == l + 1) break;\n a[i] = l;"),
            Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::two_thread::testing

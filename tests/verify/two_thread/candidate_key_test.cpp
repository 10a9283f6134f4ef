// Tests that keys of candidates about one work-item distinguish them by their meaning alone.
#include "verify/two_thread/guesses/candidate_key.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "tests/verify/two_thread/written_down.h"

namespace launchproof::two_thread::testing {
namespace {

// Returns the statement that the candidate makes about a work-item in the loop, built from an arbitrary
// work-item.
Candidate of_anybody(Candidate candidate, smt::TermStore& store) {
  candidate.formula = store.substitute(candidate.formula, [&](smt::Term part) {
    const bool is_enabled =
        part.kind() == smt::Kind::BoolVar && part->name.find(".candidate.enabled") != std::string::npos;
    return is_enabled ? store.true_() : smt::Term();
  });
  return candidate;
}

// Compares by work-item. The loop's first value differs between work-items, so only the bound is shared.
std::vector<std::set<std::uint64_t>> keys_of(Formulas& formulas, Pairing pairing,
                                             const std::string& bound = "n") {
  LaunchOf launch("int l = get_local_id(0); for (int i = 3 * l; i < " + bound +
                  "; i += 4) a[get_global_id(0) * 8 + i] = i;");
  WrittenDown pass(launch, pairing);
  CandidateKeys keys(formulas, pass.values);
  std::vector<std::set<std::uint64_t>> result(pass.values.items());
  std::vector<std::size_t> made(pass.values.items(), 0);
  for (const Candidate& candidate : pass.problem.candidates) {
    if (candidate.of_item == model::kNone) continue;
    ++made[candidate.of_item];
    result[candidate.of_item].insert(keys.of(candidate));
    EXPECT_TRUE(keys.is_guarded(candidate, launch.store));
    if (!candidate.about.empty()) continue;
    EXPECT_FALSE(keys.is_guarded(of_anybody(candidate, launch.store), launch.store));
  }
  for (unsigned who = 0; who < pass.values.items(); ++who) EXPECT_EQ(result[who].size(), made[who]) << who;
  return result;
}

TEST(CandidateKeysTest, AreThoseOfTheOtherWorkItem) {
  for (const Pairing pairing : {Pairing::SameGroup, Pairing::OtherGroup}) {
    Formulas formulas;
    const auto both = keys_of(formulas, pairing);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_GE(both[0].size(), 8U);
    EXPECT_EQ(both[0], both[1]);
  }
}

TEST(CandidateKeysTest, AreThoseOfTheOtherPasses) {
  Formulas formulas;
  const auto alone = keys_of(formulas, Pairing::One);
  EXPECT_EQ(alone[0], keys_of(formulas, Pairing::SameGroup)[0]);
  EXPECT_EQ(alone[0], keys_of(formulas, Pairing::OtherGroup)[0]);
}

TEST(CandidateKeysTest, DifferWithTheFormula) {
  Formulas formulas;
  const auto of_n = keys_of(formulas, Pairing::One)[0], of_m = keys_of(formulas, Pairing::One, "m")[0];
  std::set<std::uint64_t> common;
  std::ranges::set_intersection(of_n, of_m, std::inserter(common, common.end()));
  EXPECT_FALSE(common.empty());  // of the first value
  EXPECT_LT(common.size(), of_n.size());
}

// Two loops with the same text, one after the other or one inside the other, speak about different values.
TEST(CandidateKeysTest, DifferWithTheLoop) {
  for (const char* const body :
       {"for (int i = 0; i < n; i += 4) a[i] = 0; for (int i = 0; i < n; i += 4) a[i] = 0;",
        "for (int i = 0; i < n; i += 4) for (int k = 0; k < n; k += 4) a[i + k] = 0;"}) {
    LaunchOf launch(body);
    WrittenDown pass(launch, Pairing::One);
    Formulas formulas;
    CandidateKeys keys(formulas, pass.values);
    std::set<std::uint64_t> all;
    for (const Candidate& candidate : pass.problem.candidates)
      if (candidate.of_item != model::kNone) {
        EXPECT_TRUE(all.insert(keys.of(candidate)).second) << body;
      }
    EXPECT_GE(all.size(), 16U);
  }
}

}  // namespace
}  // namespace launchproof::two_thread::testing

// Tests that a proof from a part of the known facts holds for all of them.
#include "verify/two_thread/judgement/slice.h"

#include <algorithm>

#include "tests/verify/two_thread/written_down.h"
#include "verify/two_thread/proof/prover.h"

namespace launchproof::two_thread::testing {
namespace {

const char* const kSliced[] = {
    "__local int t[64]; int l = get_local_id(0); for (int i = 0; i < 8; i++) { t[l] = i;"
    " barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0) * 8 + i] = t[7 - l]; barrier(CLK_LOCAL_MEM_FENCE); }",
    "for (int i = n / 3; i < m; i += 4) a[i] = 0;",
    "int l = get_local_id(0); for (int i = l; i < 64; i += 8) a[get_group_id(0) * 64 + i] = i;"
    " for (int i = 0; i < n; i++) a[1024 - i] = i;"};

std::vector<bool> standing_of(LaunchOf& launch, const Problem& problem) {
  const auto solver = smt::make_z3(launch.store);
  Prover prover(launch.analysed->setting(), *solver);
  return houdini(problem, prover, all_candidates(problem, true)).stands;
}

TEST(Slice, KeepsAPartOfWhatIsKnownAndAllGoals) {
  for (const std::string body : kSliced) {
    LaunchOf launch(body);
    WrittenDown pass(launch, Pairing::SameGroup);
    const Problem near = with_near_contexts(pass.problem, launch.store);
    ASSERT_EQ(near.inductions.size(), pass.problem.inductions.size());
    std::size_t less = 0;
    for (std::size_t i = 0; i < near.inductions.size(); ++i) {
      const auto &part = near.inductions[i], &whole = pass.problem.inductions[i];
      EXPECT_EQ(part.goals, whole.goals);
      if (part.context.size() < whole.context.size()) ++less;
      for (const Assumption& one : part.context)
        EXPECT_TRUE(std::ranges::any_of(whole.context, [&](const Assumption& other) {
          return other.term == one.term && other.candidate == one.candidate;
        }));
    }
    EXPECT_GT(less, 0U) << body;
  }
}

TEST(Slice, WhatStandsThenStandsWithAll) {
  for (const std::string body : kSliced) {
    LaunchOf launch(body);
    WrittenDown pass(launch, Pairing::SameGroup);
    const std::vector<bool> all = standing_of(launch, pass.problem);
    const Problem near = with_near_contexts(pass.problem, launch.store);
    const std::vector<bool> part = standing_of(launch, near);
    const auto simple = without_divisions(near, launch.store);
    EXPECT_EQ(simple.has_value(), body.find('/') != std::string::npos) << body;
    const std::vector<bool> least = simple ? standing_of(launch, *simple) : part;
    EXPECT_TRUE(std::ranges::any_of(least, [](bool stands) { return stands; }));
    for (std::size_t id = 0; id < all.size(); ++id) {
      EXPECT_TRUE(!part[id] || all[id]) << body << " " << id;
      EXPECT_TRUE(!least[id] || all[id]) << body << " " << id;
    }
  }
}

TEST(Slice, LeavesDivisionsThatTheLoopChanges) {
  LaunchOf launch("for (int i = 1; i < n / 3; i += n / i) a[i] = 0;");
  WrittenDown pass(launch, Pairing::One);
  const auto simple = without_divisions(with_near_contexts(pass.problem, launch.store), launch.store);
  ASSERT_TRUE(simple);
  const auto divisions = [&](const Problem& problem) {
    std::size_t count = 0;
    for (const Induction& one : problem.inductions)
      for (const auto& [id, goal] : one.goals) {
        std::vector<smt::Term> work{goal};
        while (!work.empty()) {
          const smt::Term term = work.back();
          work.pop_back();
          if (term.kind() == smt::Kind::SDiv) ++count;
          work.insert(work.end(), term->operands.begin(), term->operands.end());
        }
      }
    return count;
  };
  EXPECT_GT(divisions(*simple), 0U);
  EXPECT_LT(divisions(*simple), divisions(pass.problem));
}

// The end of another loop would show it. That fact is not in the slice, so the question must be asked with
// all facts.
TEST(Slice, WhatNeedsAnotherLoopIsShownWithAll) {
  const std::string first = "int k = 0; for (int i = 0; i < 8; i++) k = i;\n";
  EXPECT_EQ(verdict_of(first + "for (int j = 0; j < 4; j++) a[g * 16 + (k > 7) * l + j] = l;"),
            Verdict::Verified);
  EXPECT_EQ(verdict_of(first + "for (int j = 0; j < 4; j++) a[g * 16 + (k > 6) * l * 16 + j] = l;"),
            Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::two_thread::testing

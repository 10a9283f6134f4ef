// Tests assertions that compare two work-items: they hold for any two that get there in one iteration.
#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

verdict::PropertyResult assertion(const verdict::ClassResult& result) {
  return result.properties.at(Property::Assertion);
}

bool names(const verdict::PropertyResult& of, verdict::Cause cause) {
  return std::ranges::any_of(of.causes,
                             [&](const verdict::Approximation& one) { return one.cause == cause; });
}

// Returns the findings about assertions in a kernel with this body, with 8 work-items in each of two groups.
struct PairCase {
  const char* name;
  const char* body;
  Verdict verdict;
};

void PrintTo(const PairCase& one, std::ostream* stream) {
  *stream << one.body;
}

class Pairs : public ::testing::TestWithParam<PairCase> {};

TEST_P(Pairs, AreJudgedInLockStep) {
  const verdict::ClassResult result = result_of(GetParam().body);
  EXPECT_EQ(assertion(result).verdict, GetParam().verdict) << explain(result);
}

const PairCase kPairCases[] = {
    {"GlobalIdsDiffer", "__assert(__distinct_int(g)); a[g] = 1;", Verdict::Verified},
    {"LocalIdsDifferInAGroup", "__assert(__implies(__same_group, __distinct_int(l))); a[g] = 1;",
     Verdict::Verified},
    {"LocalIdsOfTwoGroups", "__assert(__distinct_int(l)); a[g] = 1;", Verdict::PossibleDefect},
    {"GroupsDiffer", "__assert(__implies(!__same_group, __distinct_int((int)get_group_id(0)))); a[g] = 1;",
     Verdict::Verified},
    {"GroupsDifferInAGroup", "__assert(__distinct_int((int)get_group_id(0))); a[g] = 1;",
     Verdict::PossibleDefect},
    {"OneIteration", "for (int i = 0; i < 4; i++) __assert(__uniform_int(i)); a[g] = 1;", Verdict::Verified},
    {"OneIterationOfOwn", "for (int i = l; i < l + 4; i++) __assert(__uniform_int(i)); a[g] = 1;",
     Verdict::PossibleDefect},
    {"CarriedAroundALoop",
     "for (int i = g, j = 0; j < 9; i += 16, j++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE);"
     " __assert(__distinct_int(i)); } a[g] = 1;",
     Verdict::Verified},
    {"CarriedAroundALoopAndScaled",
     "for (int i = g, j = 0; j < 9; i *= 16, j++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE);"
     " __assert(__distinct_int(i)); } a[g] = 1;",
     Verdict::PossibleDefect},
    {"BothOfAll", "__assert(__all(g < 16)); a[g] = 1;", Verdict::Verified},
    {"NotBothOfAll", "__assert(__all(g < 15)); a[g] = 1;", Verdict::PossibleDefect},
    {"OneAtMost", "__assert(__exclusive(g == 3)); a[g] = 1;", Verdict::Verified},
    {"OneOfEachGroup", "__assert(__exclusive(l == 3)); a[g] = 1;", Verdict::PossibleDefect},
    {"SumOfBoth", "__assert(__other_int(l) + l <= 14); a[g] = 1;", Verdict::Verified},
    {"SumOfBothInTheGroup", "__assert(__other_int(l) + l <= 13); a[g] = 1;", Verdict::PossibleDefect},
    {"SumInAGroup", "__assert(__implies(__same_group, __other_int(l) + l <= 13)); a[g] = 1;",
     Verdict::Verified},
    // The assertion means nothing for a work-item that does not reach it, so nothing is shown for such a pair
    // either.
    {"OfThoseInABranch", "if (l < 4) __assert(__other_int(l) < 4); a[g] = 1;", Verdict::Unknown},
    {"WhatHoldsOfAnyOther", "if (l < 4) __assert(__other_int(l) == 9 | l < 4); a[g] = 1;", Verdict::Verified},
    {"InABranchOfAll", "if (n > 3) __assert(__distinct_int(g)); a[g] = 1;", Verdict::Verified},
    // Values that are read from memory that the launch writes.
    {"ReadsWithoutARace",
     "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); int x = t[0];"
     " __assert(__implies(__same_group, __uniform_int(x))); a[g] = x;",
     Verdict::Verified},
    {"ReadsThatAreKept",
     "if (l == 0) t[0] = 5; barrier(CLK_LOCAL_MEM_FENCE); int x = t[0]; barrier(CLK_LOCAL_MEM_FENCE);"
     " if (l == 0) t[0] = 6; __assert(__implies(__same_group, __uniform_int(x))); a[g] = 1;",
     Verdict::Verified},
    // A read of an annotation races with nothing.
    {"ReadsOfItsOwn",
     "if (l == 0) t[0] = 5; __assert(__implies(__same_group, __uniform_int(t[0]))); a[g] = 1;",
     Verdict::PossibleDefect},
    {"ReadsOfTwoGroups",
     "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); int x = t[0]; __assert(__uniform_int(x)); a[g] = x;",
     Verdict::PossibleDefect},
    {"ReadsThatRace", "a[g] = l; int x = a[0]; __assert(__implies(__same_group, __uniform_int(x)));",
     Verdict::PossibleDefect},
    {"ReadsBesideARace",
     "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); int x = t[0]; t[1] = l; a[0] = l;"
     " __assert(__implies(__same_group, __uniform_int(x)));",
     Verdict::PossibleDefect},
    // The assertion follows a barrier that not all work-items reach.
    {"BehindADivergentBarrier",
     "int x = 0; if (l < 4) { x = 1; barrier(CLK_LOCAL_MEM_FENCE); }"
     " __assert(__implies(__same_group, __uniform_int(x))); a[g] = 1;",
     Verdict::Unknown},
};
INSTANTIATE_TEST_SUITE_P(Kernels, Pairs, ::testing::ValuesIn(kPairCases),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(PairsAreLeftOpen, WithTheReason) {
  const auto of_branch = assertion(result_of("if (l < 4) __assert(__other_int(l) < 4); a[g] = 1;"));
  EXPECT_TRUE(names(of_branch, verdict::Cause::AnnotationNotJudged));
  EXPECT_NE(of_branch.reason.find("of which one does not reach it"), std::string::npos) << of_branch.reason;
  const auto diverged =
      assertion(result_of("if (l < 4) barrier(CLK_LOCAL_MEM_FENCE); __assert(__distinct_int(g)); a[g] = 1;"));
  EXPECT_TRUE(names(diverged, verdict::Cause::VoidedDivergence)) << diverged.reason;
}

TEST(PairsAreLeftOpen, InvariantsAreListed) {
  const char* const bodies[] = {
      "int x = g; for (int i = 0; i < 9; i++) { __invariant(__distinct_int(x)); x += 16;"
      " barrier(CLK_LOCAL_MEM_FENCE); } a[g] = 1;",
      "int x = g; for (int i = 0; i < 9; i++) { __invariant(__distinct_int(x)); x *= 16;"
      " barrier(CLK_LOCAL_MEM_FENCE); } a[g] = 1;"};
  const auto holds = result_of(bodies[0]), fails = result_of(bodies[1]);
  EXPECT_EQ(assertion(holds).verdict, Verdict::Verified) << explain(holds);
  EXPECT_EQ(assertion(fails).verdict, Verdict::Unknown) << explain(fails);
  EXPECT_TRUE(names(assertion(fails), verdict::Cause::AnnotationNotJudged));
  EXPECT_EQ(fails.verdict, Verdict::Unknown);
}

TEST(PairsFindings, NameBoth) {
  const auto result = result_of("__assert(__distinct_int(l)); a[g] = 1;");
  ASSERT_EQ(result.findings.size(), 1U) << explain(result);
  ASSERT_TRUE(result.findings[0].witness);
  const auto& items = result.findings[0].witness->work_items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].local_id, items[1].local_id);
  EXPECT_NE(items[0].group_id, items[1].group_id);
}

// A single work-item has no partner.
TEST(PairsFindings, AreNoneOfOneWorkItem) {
  EXPECT_EQ(result_of("__assert(__distinct_int(l)); a[g] = 1;", {}, 1, 1).verdict, Verdict::Verified);
  EXPECT_EQ(result_of("__assert(__distinct_int(l)); a[g] = 1;", {}, 8, 1).verdict, Verdict::Verified);
  EXPECT_EQ(result_of("__assert(__distinct_int(l)); a[g] = 1;", {}, 1, 2).verdict, Verdict::PossibleDefect);
}

TEST(PairsFindings, InBugFindingMode) {
  Options unwound;
  unwound.unwinding = 5;
  EXPECT_EQ(result_of("for (int i = 0; i < 4; i++) __assert(__uniform_int(i)); a[g] = 1;", unwound).verdict,
            Verdict::Verified);
  EXPECT_EQ(
      result_of("for (int i = l; i < l + 4; i++) __assert(__uniform_int(i)); a[g] = 1;", unwound).verdict,
      Verdict::PossibleDefect);
  unwound.unwinding = 2;
  EXPECT_EQ(result_of("for (int i = 0; i < 4; i++) __assert(__uniform_int(i)); a[g] = 1;", unwound).verdict,
            Verdict::Unknown);
}

}  // namespace
}  // namespace launchproof::two_thread::testing

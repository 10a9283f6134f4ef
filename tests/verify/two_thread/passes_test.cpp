// Tests proofs of the engine that a single edit breaks.
#include <set>

#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

struct Pair {
  const char* name;
  std::string good, bad;
  Property property = Property::DataRace;
};

class Passes : public ::testing::TestWithParam<Pair> {};

TEST_P(Passes, ProvesOneAndNotTheOther) {
  EXPECT_EQ(verdict_of(GetParam().good), Verdict::Verified);
  const auto result = result_of(GetParam().bad);
  EXPECT_EQ(of(result, GetParam().property), Verdict::PossibleDefect) << explain(result);
}

const Pair kPairs[] = {
    {"OwnElement", "a[g] = l;", "a[g / 2] = l;"},
    {"OtherGroups", "a[g] = l;", "a[l] = g;"},
    {"Barrier", "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); a[g] = t[l ^ 1];", "t[l] = l; a[g] = t[l ^ 1];"},
    {"Fence", "a[g] = l; barrier(CLK_GLOBAL_MEM_FENCE); a[g ^ 1] = l;",
     "a[g] = l; barrier(CLK_LOCAL_MEM_FENCE); a[g ^ 1] = l;"},
    {"BarrierDoesNotOrderGroups", "a[g] = l; barrier(CLK_GLOBAL_MEM_FENCE); a[g ^ 1] = l;",
     "a[g] = l; barrier(CLK_GLOBAL_MEM_FENCE); a[g ^ 8] = g;"},
    {"Guard", "if (l < 4) a[g] = 1; else a[g + 100] = 2;", "if (l < 4) a[g] = 1; else a[g - 4] = 2;"},
    {"Atomic", "atomic_add(&a[0], 1);", "atomic_add(&a[0], 1); if (l == 3) a[0] = 2;"},
    {"EqualBytes", "a[0] = 7;", "a[0] = l;"},
    {"MixedWidths", "((__global short*)a)[g] = 1;", "((__global short*)a)[g] = 1; a[g] = 2;"},
    {"Divergence", "if (n > 3) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;",
     "if (l > 3) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;", Property::BarrierDivergence},
    {"EarlyReturn", "if (n > 3) return; barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;",
     "if (l > 3) return; barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;", Property::BarrierDivergence},
    {"Bounds", "a[g] = 1;", "a[g + 1009] = 1;", Property::OutOfBounds},
    {"Loop", "for (int i = 0; i < 10; i++) a[g * 10 + i] = i;",
     "for (int i = 0; i < 11; i++) a[g * 10 + i] = i;"},
    {"LoopBounds", "for (int i = 0; i < 10; i++) a[g * 10 + i] = i;",
     "for (int i = 0; i < 10; i++) a[g * 70 + i] = i;", Property::OutOfBounds},
    {"BarrierInLoop",
     "for (int i = 0; i < n; i++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); a[g] = t[l ^ 1];"
     " barrier(CLK_LOCAL_MEM_FENCE); }",
     "for (int i = 0; i < n; i++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); a[g] = t[l ^ 1]; }"},
    {"DivergentLoop", "for (int i = 0; i < n; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;",
     "for (int i = 0; i < l; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;", Property::BarrierDivergence},
    {"ApartLoop", "for (int i = l; i < l + 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;",
     "for (int i = l; i < 9; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;", Property::BarrierDivergence},
    {"Reduction",
     "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); for (int s = 4; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s];"
     " barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) a[g] = t[0];",
     "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); for (int s = 4; s > 0; s >>= 1) { if (l <= s) t[l] += t[l + s];"
     " barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) a[g] = t[0];"},
    {"Nested", "for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) a[g * 32 + i * 8 + j] = 1;",
     "for (int i = 0; i < 4; i++) for (int j = 0; j < 9; j++) a[g * 32 + i * 8 + j] = j;"},
    {"DataDependentExit", "int i = 0; while (a[100 + g * 8 + i] > 0 && i < 7) i++; a[g] = i;",
     "int i = 0; while (a[100 + g * 8 + i] > 0 && i < 7) i++; a[g + i] = i;"},
};
INSTANTIATE_TEST_SUITE_P(Kernels, Passes, ::testing::ValuesIn(kPairs),
                         [](const auto& one) { return std::string(one.param.name); });

// A uniform value inside of a divergent branch is the value of the work-item that executes it, whichever of
// the two that is.
TEST(Sharing, AUniformJoinInADivergentBranchIsNotTakenFromWhoIsNotThere) {
  const std::string good = "int x = 0; if (l != 0) x = n > 0 ? 1 : 2; a[g] = x;";
  EXPECT_EQ(verdict_of(good), Verdict::Verified);
  // With n > 0 the second work-item writes a[0] after all.
  const auto result = check(
      "__kernel void k(__global int* a, int n) { int l = get_local_id(0);"
      " if (l == 0) a[0] = 1; else { int x; if (n > 0) x = 0; else x = 9; a[x + (n > 0 ? 0 : l)] = 2; } }",
      {2, 1, {buffer(1, 4096)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::PossibleDefect) << explain(result);
}

// The counter of a loop that work-items leave one by one is uniform inside the loop, and differs between them
// after it.
TEST(Sharing, ACounterDiffersBehindALoopThatIsLeftOneByOne) {
  const std::string loop = "int i = 0; while (i < l) i++; ";
  EXPECT_EQ(verdict_of(loop + "a[get_group_id(0) * 8 + i] = l;"), Verdict::Verified);
  EXPECT_EQ(verdict_of(loop + "a[get_group_id(0) * 8 + i / 2] = l;"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(loop + "if (i == 3) a[get_group_id(0)] = l;"), Verdict::Verified);
  EXPECT_EQ(verdict_of(loop + "if (i >= 3) a[get_group_id(0)] = l;"), Verdict::PossibleDefect);
}

// The first work-item writes and then stays in a loop: its write races with later reads by others.
TEST(EndlessLoops, HideNoRace) {
  const std::string loops[] = {"for (uint i = 0; i != 5; i += 2) t[9] = i;",
                               "for (uint i = 0; i < 5; i *= 2) t[9] = i;",
                               "for (uchar i = 0; i < 256; i++) t[9] = i;", "while (true) t[9] = n;",
                               "for (uint i = 0; i != 5; i += 2) if (i == 7) break;"};
  for (const std::string& loop : loops) {
    const std::string stays = "if (l == 0) { " + loop + " } else a[get_group_id(0) * 8 + l] = t[0];";
    EXPECT_EQ(verdict_of("if (l == 0) t[0] = 1; " + stays), Verdict::PossibleDefect) << loop;
    const std::string ordered = "if (l == 0) t[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); ";
    EXPECT_EQ(verdict_of(ordered + stays), Verdict::Verified) << loop;
  }
}

// It stays in an iteration of a loop in which all others continue.
TEST(EndlessLoops, HideNoRaceFromOutside) {
  const std::string body =
      "for (int j = 0; j < 3; j++) { if (l == 0 && j == 1) { t[0] = 1; for (uint i = 0; i != 5; i += 2) t[9] "
      "= i; }"
      " if (l != 0 && j == 2) a[g] = t[";
  EXPECT_EQ(verdict_of(body + "0]; }"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(body + "1]; }"), Verdict::Verified);
}

// Each access that may be the first one is found, even if all of them access one place.
TEST(Findings, NameEveryFirstAccess) {
  const auto result = check(
      "__kernel void k(__global int* a, __global int* b) { int l = get_local_id(0);\nint x = a[l];\n"
      "x += a[l];\na[(l + 1) & 7] = l;\nb[l] = x; }",
      {8, 1, {buffer(1, 32), buffer(2, 32)}});
  std::set<std::uint32_t> lines;
  for (const verdict::Finding& finding : result.findings) lines.insert(finding.locations.front().line);
  EXPECT_TRUE(lines.contains(2) && lines.contains(3)) << explain(result);
}

// The values are those in the question; a loop variable that no access depends on is in no question.
TEST(Findings, GiveTheValuesThatAnIndexIsComputedFrom) {
  const auto result = check(
      "__kernel void k(__global int* a, int n) { int l = get_local_id(0);\n"
      "for (int i = 0; i < 3; i++) {\na[(l & 1) + n] = l;\n} }",
      {8, 1, {buffer(1, 64), integer(3)}});
  ASSERT_FALSE(result.findings.empty()) << explain(result);
  for (const verdict::Finding& finding : result.findings) {
    ASSERT_EQ(finding.witness->work_items.size(), 2U);
    for (const verdict::WorkItem& item : finding.witness->work_items) {
      ASSERT_GE(item.values.size(), 1U) << explain(result);
      EXPECT_EQ(item.element, "a[" + std::to_string(3 + (item.local_id[0] & 1)) + "]");
      EXPECT_EQ(item.values[0], (verdict::NamedValue{"n", "3"}));
    }
    EXPECT_TRUE(finding.message.starts_with("possible data race on `a`: work-items (")) << finding.message;
  }
}

// A loop is one arbitrary iteration: each access that the loop logged gives a separate finding, which names
// the loop.
TEST(Findings, NameEveryAccessOfALoopThatIsBehindIt) {
  const auto result = check(
      "__kernel void k(__global int* a, __global int* b, int n) { __local int t[8]; int l = "
      "get_local_id(0);\n"
      "for (int i = 0; i < n; i++) {\n"
      "if (i & 1) t[(l + i) & 7] = l;\nelse t[(l + 2 * i) & 7] = i;\n"
      "}\nb[l] = t[l]; }",
      {8, 1, {buffer(1, 32), buffer(2, 32)}});
  std::set<std::uint32_t> first, loops;
  for (const verdict::Finding& finding : result.findings) {
    ASSERT_EQ(finding.locations.size(), 2U) << explain(result);
    if (finding.locations[1].line == 6) first.insert(finding.locations[0].line);
    for (const verdict::Approximation& cause : finding.approximations)
      if (cause.cause == verdict::Cause::LoopAbstraction) loops.insert(cause.location.line);
  }
  EXPECT_EQ(result.verdict, Verdict::PossibleDefect);
  EXPECT_EQ(first, (std::set<std::uint32_t>{3, 4})) << explain(result);
  EXPECT_EQ(loops, (std::set<std::uint32_t>{2})) << explain(result);
}

TEST(Honesty, PreconditionsThatAWorkItemBreaksProveNothing) {
  EXPECT_EQ(verdict_of("__requires(l == 0); a[0] = l;"), Verdict::Error);
  EXPECT_EQ(verdict_of("__requires(l < 8); a[g] = l;"), Verdict::Verified);
  EXPECT_EQ(verdict_of("__assume(l > 8); a[0] = l;"), Verdict::Error);
}

TEST(Honesty, ContradictingPreconditionsProveNothing) {
  EXPECT_EQ(verdict_of("__requires(n > 3); __requires(n < 2); a[0] = l;"), Verdict::Error);
  EXPECT_EQ(verdict_of("__requires(n > 3); if (n < 2) a[0] = l; a[g + 1] = 1;"), Verdict::Verified);
}

TEST(Honesty, WhatIsNotFollowedIsUnsupportedWithItsLine) {
  const auto result = check(
      "__kernel void k(__global int* a) { __local int t[8];\n"
      "event_t e = async_work_group_copy(t, a, 8, 0); }",
      {8, 1, {buffer(1, 64)}});
  EXPECT_EQ(result.verdict, Verdict::Unsupported);
  EXPECT_NE(result.reason.find("asynchronous copies"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find(":2"), std::string::npos) << result.reason;
}

TEST(Honesty, SubGroupsAreUnsupportedWithTheirLine) {
  for (const char* call : {"sub_group_barrier(CLK_LOCAL_MEM_FENCE)", "a[0] = sub_group_reduce_add(1)",
                           "a[0] = get_sub_group_id()", "a[0] = sub_group_ballot(1).x"}) {
    const auto result = check(
        "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
        "__kernel void k(__global int* a) {\n" +
            std::string(call) + "; }",
        {8, 1, {buffer(1, 64)}});
    EXPECT_EQ(result.verdict, Verdict::Unsupported) << call;
    EXPECT_NE(result.reason.find("sub-groups"), std::string::npos) << result.reason;
    EXPECT_NE(result.reason.find(":3"), std::string::npos) << result.reason;
  }
}

TEST(Honesty, NoTimeIsUnknownAndNamesThePhase) {
  symbolic::Options limits = patient();
  limits.time = std::chrono::milliseconds(0);
  const auto result = check("__kernel void k(__global int* a) { a[get_local_id(0) / 2] = get_local_id(0); }",
                            {8, 2, {buffer(1, 4096)}}, {}, limits);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_NE(result.reason.find("used up its time in"), std::string::npos) << result.reason;
}

TEST(Annotations, AssertionsAreShownOrNot) {
  const auto assertion = [](const std::string& body) {
    return of(check("__kernel void k(__global int* a, int n) { int l = get_local_id(0); " + body + " }",
                    {8, 2, {buffer(1, 4096)}}),
              Property::Assertion);
  };
  EXPECT_EQ(assertion("int s = 0; for (int i = 0; i < 10; i++) s += 2; __assert(s >= 0);"),
            Verdict::PossibleDefect);
  EXPECT_EQ(assertion("int s = 0; for (int i = 0; __invariant(s == 2 * i), __invariant(i <= 10),"
                      " __invariant(i >= 0), i < 10; i++) s += 2; __assert(s == 20);"),
            Verdict::Verified);
  EXPECT_EQ(assertion("__assert(l < 8);"), Verdict::Verified);
  EXPECT_EQ(assertion("__assert(l < 7);"), Verdict::PossibleDefect);
}

TEST(Annotations, CandidatesAreUsedWhereTheyHoldAndNeverAsserted) {
  const auto of_turns = [](const std::string& second, const std::string& guess) {
    return check(
        "__kernel void k(__global int* a, int n) { __local int t[16]; int l = get_local_id(0);"
        " int p = 0, q = " +
            second + "; for (int i = 0; " + guess +
            " i < n; i++) { t[p * 8 + l] = i; int s = p; p = q; q = s; } a[get_global_id(0)] = p; }",
        {8, 2, {buffer(1, 4096)}});
  };
  const std::string guess =
      "__candidate_invariant(p + q == 1), __candidate_invariant(p == 0 || (p == 1 && q == 0)),";
  EXPECT_EQ(of_turns("1", "").verdict, Verdict::PossibleDefect);
  EXPECT_EQ(of_turns("1", guess).verdict, Verdict::Verified);
  EXPECT_EQ(of_turns("2", guess).verdict, Verdict::PossibleDefect);
  // A candidate that does not hold does no harm, and is not reported as proved.
  const auto wrong = of_turns("1", guess + " __candidate_invariant(p == 5), __candidate_invariant(q == 1),");
  EXPECT_EQ(wrong.verdict, Verdict::Verified) << explain(wrong);
  EXPECT_FALSE(wrong.properties.contains(Property::Assertion));
}

TEST(Annotations, WhatIsNotJudgedIsNotVerified) {
  const auto assertion = [](const std::string& body) {
    return of(check("__kernel void k(__global int* a, int n) { int l = get_local_id(0); " + body + " }",
                    {8, 2, {buffer(1, 4096)}}),
              Property::Assertion);
  };
  EXPECT_EQ(assertion("__global_assert(n > 3);"), Verdict::Unknown);
  EXPECT_EQ(assertion("for (int i = 0; __invariant(__no_write(a)), i < 9; i++) a[l] = i;"), Verdict::Unknown);
}

TEST(Annotations, WhoIsLeftOutIsNotWaitedForBehindTheAssumption) {
  const auto divergence = [](const std::string& body) {
    return of(result_of(body), Property::BarrierDivergence);
  };
  EXPECT_EQ(divergence("__assume(l != 3); barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;"), Verdict::Verified);
  EXPECT_EQ(divergence("if (l < 4) { __assume(l != 3); barrier(CLK_LOCAL_MEM_FENCE); } a[g] = 1;"),
            Verdict::PossibleDefect);
  EXPECT_EQ(divergence("if (l != 3) barrier(CLK_LOCAL_MEM_FENCE); __assume(l != 3); a[g] = 1;"),
            Verdict::PossibleDefect);
  EXPECT_EQ(divergence("__assume(l != 3); if (l != 4) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;"),
            Verdict::PossibleDefect);
}

// `a` is read beyond byte 2048 and written before it.
TEST(Annotations, AssumptionsMayCompareTheTwo) {
  const std::string other = "__assume(__other_int(i) != i); ";
  EXPECT_EQ(verdict_of("int i = a[512 + g] & 255; " + other + "a[i] = g;"), Verdict::Verified);
  EXPECT_EQ(verdict_of("int i = a[512 + g] & 255; a[i] = g;"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of("int i = a[512 + g] & 255; " + other + "a[i] = g; if (l < 4) a[i ^ 1] = g;"),
            Verdict::PossibleDefect);
  // A work-item that takes another path compares nothing.
  EXPECT_EQ(verdict_of("int i = a[512 + g] & 255; if (l < 4) " + other + "a[i] = g;"),
            Verdict::PossibleDefect);
  // Only values of the same iteration are compared.
  EXPECT_EQ(verdict_of("for (int k = 0; k < 3; k++) { int i = a[512 + g] & 255; " + other + "a[i] = g; }"),
            Verdict::PossibleDefect);
}

// The last iterations of two work-items need not be the same one.
TEST(Annotations, AssumptionsCompareNoDifferentIterations) {
  EXPECT_EQ(
      verdict_of("int i, k = 0; do { i = a[512 + g + 16 * k] & 255; __assume(__other_int(i) != i); k++; }"
                 " while (k < (a[700 + g] & 3)); a[i] = g;",
                 {}, 8, 1),
      Verdict::PossibleDefect);
}

TEST(Annotations, AssumptionsThatNoTwoKeepProveNothing) {
  EXPECT_EQ(verdict_of("__assume(__other_int(l) == l); a[0] = l;", {}, 8, 1), Verdict::Error);
  EXPECT_EQ(verdict_of("__requires(__other_int(g) == g); a[0] = l;"), Verdict::Error);
}

TEST(Annotations, InvariantsOfAccessesAreCandidates) {
  Options options;
  options.only = {"userInvariant"};
  const auto verdict = [&](const std::string& invariant, const std::string& index) {
    return of(check("__kernel void k(__global int* a) { int g = get_global_id(0); for (int i = 0; " +
                        invariant + "i < 4; i++) a[" + index + "] = i; }",
                    {8, 2, {}}, options),
              Property::DataRace);
  };
  const std::string own = "__invariant(__write_implies(a, __write_offset_bytes(a) / 4 % 16 == g)), ";
  EXPECT_EQ(verdict(own, "g + 16 * i"), Verdict::Verified);
  EXPECT_EQ(verdict("", "g + 16 * i"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict(own, "g + 8 * i"), Verdict::PossibleDefect) << "a false one is not believed";
}

TEST(Annotations, InvariantsOfTheTwoAreCandidates) {
  Options options;
  options.only = {"userInvariant", "loopPredicateEquality", "loopEnds"};
  const auto verdict = [&](const std::string& invariant) {
    return of(
        check("__kernel void k(__global int* a) { int l = get_local_id(0); for (int i = l; " + invariant +
                  "i != l + 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = 1; }",
              {8, 2, {buffer(1, 4096)}}, options),
        Property::BarrierDivergence);
  };
  EXPECT_EQ(verdict("__invariant(__other_int(i) - __other_int(l) == i - l), "), Verdict::Verified);
  EXPECT_EQ(verdict("__invariant(__other_int(i) - __other_int(l) == i + l), "), Verdict::PossibleDefect)
      << "a false one is not believed";
  EXPECT_EQ(verdict(""), Verdict::PossibleDefect);
}

TEST(Relevance, NothingIsGuessedOfWhatIsOnlyStored) {
  const auto questions = [](const std::string& body) {
    const auto result =
        check("__kernel void k(__global int* a, int n) { int g = get_global_id(0); " + body + " }",
              {8, 2, {buffer(1, 4096)}});
    EXPECT_EQ(result.verdict, Verdict::Verified) << explain(result);
    return result.questions;
  };
  const std::uint64_t none = questions("a[g] = n;");
  EXPECT_EQ(questions("int s = 0; for (int i = 0; i < n; i++) s += i * s; a[g] = s;"), none + 1)
      << "whether the write is reached";
  EXPECT_GT(questions("for (int i = 0; i < 9; i++) a[g + 16 * i] = i;"), none + 2);
}

TEST(Annotations, AnInvariantThatIsNotProvedSaysWhy) {
  const auto message = [](const std::string& invariant) {
    const auto result = check("__kernel void k(__global int* a, int n) { for (int i = 0; __invariant(" +
                                  invariant + "), i < 10; i++) a[get_global_id(0)] = i; }",
                              {8, 2, {buffer(1, 4096)}});
    return result.findings.empty() ? std::string() : result.findings.front().message;
  };
  EXPECT_NE(message("i > 0").find("entered (it compares 0 with 0)"), std::string::npos) << message("i > 0");
  EXPECT_NE(message("i < 5").find("maintained by an iteration (it compares 4 with 5 before it, and then it"
                                  " compares 5 with 5)"),
            std::string::npos)
      << message("i < 5");
  EXPECT_NE(message("i - 9 > -9").find("compares -9 with -9"), std::string::npos) << message("i - 9 > -9");
  EXPECT_NE(message("i < 5 & i >= 0").find("compares 5 with 5, and"), std::string::npos)
      << message("i < 5 & i >= 0");
  EXPECT_EQ(message("i < 11"), "");
}

}  // namespace
}  // namespace launchproof::two_thread::testing

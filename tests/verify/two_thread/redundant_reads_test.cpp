// Tests that the first of several reads of one place represents the others if nothing in between orders
// accesses.
#include "verify/two_thread/terms/redundant_reads.h"

#include <algorithm>
#include <set>

#include "tests/verify/two_thread/written_down.h"

namespace launchproof::two_thread::testing {
namespace {

struct Reads {
  const char* name;
  std::string body;
  long redundant;
};

const std::string kBetweenReads = "barrier(CLK_LOCAL_MEM_FENCE); ";

const Reads kReads[] = {
    {"SamePlace", "a[l] = t[l + 1] + t[l + 1];", 1},
    {"ThreeTimes", "a[l] = t[l + 1] + t[l + 1] * t[l + 1];", 2},
    {"OtherPlace", "a[l] = t[l + 1] + t[l + 2];", 0},
    {"UnknownIndex", "int i = t[l]; a[l] = u[i + 1] + u[i + 1];", 1},
    {"IndexReadAgain", "a[l] = u[t[l]] + u[t[l]];", 1},
    {"OverWideShift", "a[l] = t[l << n & 7] + t[l << n & 7];", 0},
    {"Shift", "a[l] = t[l << 2 & 7] + t[l << 2 & 7];", 1},
    {"Division", "a[l] = t[l / n & 7] + t[l / n & 7];", 0},
    {"OtherArray", "a[l] = t[l + 1] + u[l + 1];", 0},
    {"WriteBetween", "int x = t[l + 1]; t[l] = 1; a[l] = x + t[l + 1];", 1},
    {"BarrierBetween", "int x = t[l + 1]; " + kBetweenReads + "a[l] = x + t[l + 1];", 0},
    {"FenceBetween", "int x = t[l + 1]; mem_fence(CLK_LOCAL_MEM_FENCE); a[l] = x + t[l + 1];", 0},
    {"InABranch", "int x = t[l + 1]; if (n > 3) a[l] = x + t[l + 1];", 1},
    {"BehindABranch", "int x = t[l + 1]; if (n > 3) a[l] = x; a[l] = t[l + 1];", 1},
    {"InBothBranches", "if (n > 3) a[l] = t[l + 1]; else a[l] = t[l + 1] * 2;", 0},
    {"AfterABranch", "if (n > 3) a[l] = t[l + 1]; a[l] = t[l + 1] * 2;", 0},
    {"BarrierInABranchBetween",
     "int x = t[l + 1]; if (n > 3) { a[l] = x; " + kBetweenReads + "} a[l] = t[l + 1] * 2;", 0},
    {"BarrierInTheOtherBranch",
     "if (n > 3) { int x = t[l + 1]; if (m > 3) a[l] = x; a[l] = t[l + 1]; } else { " + kBetweenReads + " }",
     1},
    {"LoopBetween", "int x = t[l + 1]; for (int i = 0; i < n; i++) a[l] = i; a[l] = x + t[l + 1];", 1},
    {"LoopWithABarrierBetween",
     "int x = t[l + 1]; for (int i = 0; i < n; i++) { " + kBetweenReads + "} a[l] = x + t[l + 1];", 0},
    {"InAnIteration", "for (int i = 0; i < n; i++) a[l] = t[i] + t[i];", 1},
    {"InAnIterationWithABarrier",
     "for (int i = 0; i < n; i++) { a[l] = t[i] + t[i]; " + kBetweenReads + "t[l] = i; " + kBetweenReads +
         "}",
     1},
    {"BarrierBetweenInAnIteration",
     "for (int i = 0; i < n; i++) { int x = t[l + 1]; " + kBetweenReads + "a[l] = x + t[l + 1]; }", 0},
    {"BeforeTheLoop", "int x = t[l + 1]; for (int i = 0; i < n; i++) { a[l] = x + t[l + 1]; }", 0},
    {"Wider", "int2 x = vload2(0, t + l); a[l] = x.s0 + x.s1 + t[l];", 1},
    {"Narrower", "int y = t[l]; int2 x = vload2(0, t + l); a[l] = x.s0 + x.s1 + y;", 0},
    {"Atomics", "a[l] = atomic_add(&t[0], 1) + t[0];", 0},
};

class RedundantReads : public ::testing::TestWithParam<Reads> {};

TEST_P(RedundantReads, AreFound) {
  const LaunchOf launch("__local int t[64]; __local int u[64]; int l = get_local_id(0); " + GetParam().body);
  const analysis::FlowGraph graph(launch.kernel);
  EXPECT_EQ(std::ranges::count(redundant_reads(graph), true), GetParam().redundant);
}

INSTANTIATE_TEST_SUITE_P(All, RedundantReads, ::testing::ValuesIn(kReads),
                         [](const auto& one) { return one.param.name; });

// The first read is ordered with the write; the second is not.
TEST(RacesOfReads, AreNotLostBehindABarrier) {
  const std::string begin = "t[l] = 1; " + kBetweenReads + "int x = t[l ^ 1]; " + kBetweenReads;
  EXPECT_EQ(verdict_of(begin + "a[g] = x + t[l ^ 1];"), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "t[l] = 2; a[g] = x + t[l ^ 1];"), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(begin + "a[g] = x + t[l ^ 1]; t[l] = 2;"), Verdict::PossibleDefect);
}

TEST(RacesOfReads, AreNotLostWhereAnotherPathHasABarrier) {
  const std::string begin = "t[l] = 1; " + kBetweenReads + "int x = t[l ^ 1]; ";
  EXPECT_EQ(verdict_of(begin + "if (n > 3) { " + kBetweenReads + "t[l] = 2; } else a[g] = x + t[l ^ 1];"),
            Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "if (n > 3) { " + kBetweenReads + "t[l] = 2; } a[g] = x + t[l ^ 1];"),
            Verdict::PossibleDefect);
}

// In lock step, the first read comes before the write, and the second lies on the other branch.
TEST(RacesOfReads, AreNotLostInLockStep) {
  const std::string body = "int x = t[l ^ 1]; if (l & 1) t[l] = 1; else a[g] = x + t[l ^ 1];";
  symbolic::Options limits = patient();
  limits.warp_sync = 8;
  EXPECT_EQ(of(result_of(body, {}, 8, 1, limits), Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(of(result_of("int x = t[l ^ 1]; if (l & 1) t[l] = 1; else a[g] = x;", {}, 8, 1, limits),
               Property::DataRace),
            Verdict::Verified);
}

// No barrier orders work-items of different groups.
TEST(RacesOfReads, AreThoseOfGroupsToo) {
  EXPECT_EQ(verdict_of("int x = a[g ^ 8]; t[l] = x + a[g ^ 8]; a[16 + g] = 1;"), Verdict::Verified);
  EXPECT_EQ(verdict_of("int x = a[g ^ 8]; t[l] = x + a[g ^ 8]; a[g] = 1;"), Verdict::PossibleDefect);
}

TEST(RacesOfReads, AreAllNamed) {
  for (const bool is_left_out : {true, false}) {
    Options options;
    if (is_left_out) options.left_out = {Optimisation::RedundantReads};
    const auto result =
        result_of("t[l] = 1;\n int x = t[l ^ 1];\n int y = t[l ^ 1];\n a[g] = x + y;", options);
    EXPECT_EQ(lines_of(result), (std::set<std::vector<std::uint32_t>>{{2, 3}, {2, 4}})) << is_left_out;
  }
}

}  // namespace
}  // namespace launchproof::two_thread::testing

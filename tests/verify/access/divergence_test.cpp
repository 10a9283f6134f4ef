#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

verdict::Verdict divergence(const std::string& body, std::vector<model::Argument> arguments = {},
                            std::uint64_t local = 8) {
  const auto result = check(
      "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)\n"
      "__kernel void k(__global const int* in, int n) { int l = get_local_id(0); int g = get_group_id(0); " +
          body + " }",
      {local, 2, std::move(arguments)});
  return of(result, Property::BarrierDivergence);
}

TEST(Divergence, ConditionOnTheLocalId) {
  EXPECT_EQ(divergence("if (l < 8) BARRIER;"), Verdict::Verified);
  EXPECT_EQ(divergence("if (l < 7) BARRIER;"), Verdict::Defect);
  EXPECT_EQ(divergence("if (l < 7) BARRIER;", {}, 1), Verdict::Verified);
}

TEST(Divergence, ConditionOnTheGroup) {
  EXPECT_EQ(divergence("if (g == 0) BARRIER;"), Verdict::Verified);
}

TEST(Divergence, ReturnBeforeABarrier) {
  EXPECT_EQ(divergence("if (l == 3) return; BARRIER;"), Verdict::Defect);
  EXPECT_EQ(divergence("BARRIER; if (l == 3) return; n = 1;"), Verdict::Verified);
}

TEST(Divergence, UniformScalarThatIsNotGiven) {
  EXPECT_EQ(divergence("if (n > 3) BARRIER;"), Verdict::Verified);
}

TEST(Divergence, DifferentBarriersOnTheTwoSides) {
  EXPECT_EQ(divergence("if (l < 4) { BARRIER; } else { BARRIER; }"), Verdict::Defect);
}

TEST(Divergence, TripCountsAroundABarrier) {
  EXPECT_EQ(divergence("for (int i = 0; i < n; i++) BARRIER;"), Verdict::Verified);
  EXPECT_EQ(divergence("for (int i = 0; i < l; i++) BARRIER;"), Verdict::Defect);
  EXPECT_EQ(divergence("for (int i = l; i < 16; i += 8) BARRIER;"), Verdict::Verified);
  EXPECT_EQ(divergence("for (int i = l; i < 17; i += 8) BARRIER;"), Verdict::Defect);
}

TEST(Divergence, BreakInTheLoop) {
  EXPECT_EQ(divergence("for (int i = 0; i < 4; i++) { if (i == 2) break; BARRIER; }"), Verdict::Verified);
  EXPECT_NE(divergence("for (int i = 0; i < 4; i++) { if (i == l) break; BARRIER; }"), Verdict::Verified);
}

TEST(Divergence, LeavingAfterTheLastBarrier) {
  EXPECT_EQ(divergence("for (int i = 0; i < 4; i++) { BARRIER; if (l == 1 && i == 3) return; }"),
            Verdict::Verified);
  EXPECT_EQ(divergence("for (int i = 0; i < 4; i++) { BARRIER; if (l == 1 && i == 2) return; }"),
            Verdict::Defect);
}

TEST(Divergence, LoopWithoutBarrierThatReturns) {
  EXPECT_NE(divergence("for (int i = 0; i < 4; i++) { if (i == l) return; } BARRIER;"), Verdict::Verified);
  EXPECT_EQ(divergence("for (int i = 0; i < 4; i++) { if (i == l) break; } BARRIER;"), Verdict::Verified);
}

TEST(Divergence, ContentsDecide) {
  EXPECT_EQ(divergence("if (in[0] > 3) BARRIER;", {buffer(1, 64), integer(0)}), Verdict::Verified);
  EXPECT_EQ(divergence("if (in[l] > 3) BARRIER;", {buffer(1, 64), integer(0)}), Verdict::PossibleDefect);
}

TEST(Divergence, OneValueFromLocalMemoryForAll) {
  const std::string head = "__local int t[8]; t[l] = n + l; BARRIER; ";
  EXPECT_EQ(divergence(head + "if (t[3] > 5) BARRIER;"), Verdict::Verified);
  EXPECT_EQ(divergence(head + "if (t[l] > 5) BARRIER;"), Verdict::PossibleDefect);
  EXPECT_EQ(divergence(head + "int c = t[0]; for (int i = 0; i < c; i++) BARRIER;"), Verdict::Verified);
  // The value is written in the interval in which it is read, so work-items may see different values.
  EXPECT_EQ(divergence(head + "if (l == 0) t[3] = 9; if (t[3] > 5) BARRIER;"), Verdict::PossibleDefect);
}

TEST(Divergence, VoidsRaces) {
  const auto result = check(
      "__kernel void k(__global int* a) { __local int t[8]; int l = get_local_id(0); t[l] = l;"
      " if (l < 4) barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = l; }",
      {8, 1, {buffer(1, 64)}});
  EXPECT_EQ(of(result, Property::BarrierDivergence), Verdict::Defect);
  EXPECT_NE(of(result, Property::DataRace), Verdict::Verified);
}

// One work-item leaves the loop at once; the others continue to the same barrier, if none lies on their way.
TEST(Divergence, RunningOnInALoopMissesNothingByItself) {
  const auto leaves = [](const std::string& trips, int n) {
    return divergence(
        "for (int i = 0; i < " + trips + "; i++) { if (l == 1) break; if (n == 7) BARRIER; } BARRIER;",
        {buffer(1, 64), integer(n)});
  };
  EXPECT_EQ(leaves("3", 3), Verdict::Verified);
  EXPECT_EQ(leaves("9", 3), Verdict::PossibleDefect);
  EXPECT_EQ(leaves("9", 7), Verdict::Defect);
}

// Work-items of one sub-group must reach its barrier together; work-items of other sub-groups need not.
TEST(Divergence, OfSubGroupsIsAskedForEveryWayToDivideTheGroup) {
  const auto result_of = [](const std::string& condition) {
    return check(
        "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
        "kernel void k(global int* a, int n) {\n"
        "  if (" +
            condition + ") sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n}",
        Launch());
  };
  for (const char* alike :
       {"n > 3", "get_sub_group_id() == 1", "get_sub_group_size() > 2", "get_num_sub_groups() > 2"})
    EXPECT_EQ(of(result_of(alike), verdict::Property::BarrierDivergence), Verdict::Verified) << alike;
  for (const char* apart : {"get_local_id(0) == 0", "get_sub_group_local_id() == 0",
                            "get_sub_group_id() + get_sub_group_local_id() > 2"}) {
    const auto result = result_of(apart);
    EXPECT_EQ(of(result, verdict::Property::BarrierDivergence), Verdict::PossibleDefect) << apart;
    ASSERT_FALSE(result.findings.empty()) << apart;
    bool named = false;
    for (const verdict::Approximation& item : result.findings.front().approximations)
      named |= item.cause == verdict::Cause::SubGroups;
    EXPECT_TRUE(named) << apart;
  }
}

}  // namespace
}  // namespace launchproof::access::testing

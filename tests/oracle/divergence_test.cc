#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle {
namespace {

constexpr const char* kOneGroup = "--local-size 4";

std::string body(const std::string& text) {
  return "kernel void k(global int* a, int n) {\n" + text + "\n}\n";
}

TEST(Divergence, UniformBranchIsClean) {
  EXPECT_EQ(verdict_of(body("if (n > 2) barrier(1);"), "--local-size 4 --arg n=5"), "clean");
  EXPECT_EQ(verdict_of(body("for (int i = 0; i < n; i++) barrier(1);"), "--local-size 4 --arg n=5"), "clean");
}

TEST(Divergence, OneWorkItemReturns) {
  const Judgement judgement =
      judge_text(body("  if (get_local_id(0) == 3)\n    return;\n  barrier(1);"), kOneGroup);
  EXPECT_EQ(summary(judgement), "defect barrier-divergence:returned");
  const std::vector<std::uint32_t> lines = judgement.findings.at(0).lines();
  for (const std::uint32_t line : {2U, 4U})
    EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << line;
}

TEST(Divergence, DifferentBarriers) {
  EXPECT_EQ(verdict_of(body("if (get_local_id(0) & 1) barrier(1); else barrier(1);"), kOneGroup),
            "defect barrier-divergence:different-barrier");
}

TEST(Divergence, OneBarrierByDifferentCalls) {
  EXPECT_EQ(verdict_of("void f() { barrier(1); } kernel void k() { if (get_local_id(0) & 1) f(); else f(); }",
                       kOneGroup),
            "defect barrier-divergence:different-barrier");
}

TEST(Divergence, TripCountsDiffer) {
  EXPECT_EQ(verdict_of(body("for (int i = 0; i <= get_local_id(0); i++) barrier(1);"), kOneGroup),
            "defect barrier-divergence:returned");
}

TEST(Divergence, SameCountInDifferentIterations) {
  EXPECT_EQ(
      verdict_of(body("for (int i = 0; i < 4; i++) if ((i + get_local_id(0)) % 2) barrier(1);"), kOneGroup),
      "defect barrier-divergence:different-iteration");
}

TEST(Divergence, SameIterationsFromDifferentStartsIsClean) {
  EXPECT_EQ(
      verdict_of(body("for (int i = get_local_id(0); i < 4 + get_local_id(0); i++) barrier(1);"), kOneGroup),
      "clean");
}

TEST(Divergence, OuterIterationsCount) {
  EXPECT_EQ(
      verdict_of(
          body("for (int i = 0; i < 2; i++) for (int j = 0; j < (get_local_id(0) ? 2 * i : 2 - 2 * i); j++)"
               " barrier(1);"),
          kOneGroup),
      "defect barrier-divergence:different-iteration");
}

TEST(Divergence, GroupsMayDiffer) {
  EXPECT_EQ(verdict_of(body("if (get_group_id(0)) barrier(1);"), "--local-size 4 --num-groups 2"), "clean");
}

TEST(Divergence, DependsOnContents) {
  EXPECT_EQ(verdict_of(body("if (a[get_local_id(0)] == 0) barrier(1);"), "--local-size 4"),
            "defect barrier-divergence:returned");
  EXPECT_EQ(verdict_of(body("if (a[get_local_id(0)] == 0) barrier(1);"), "--local-size 4 --contents a=zero"),
            "clean");
}

TEST(Divergence, CollectiveCopies) {
  const std::string launch = std::string(kOneGroup) + " --build-options -cl-std=CL2.0 --contents a=iota";
  const char* start = "local int t[4]; event_t e = async_work_group_copy(t, (global const int*)a, ";
  EXPECT_EQ(verdict_of(body(std::string(start) + "4, 0); wait_group_events(1, &e);"), launch), "clean");
  EXPECT_EQ(
      verdict_of(body(std::string(start) + "1 + get_local_id(0), 0); wait_group_events(1, &e);"), launch),
      "defect barrier-divergence:collective");
  EXPECT_EQ(verdict_of(body("local int t[4]; if (get_local_id(0) == 0) {"
                            " event_t e = async_work_group_copy(t, (global const int*)a, 4, 0); "
                            "wait_group_events(1, &e); }"),
                       launch),
            "defect barrier-divergence:collective");
}

}  // namespace
}  // namespace launchproof::oracle

// Tests which earlier accesses of a work-item an annotation may refer to.
#include "verify/analysis/earlier_accesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// Lines 3 and 4 come before the annotation, which asks about writes of `s`.
CompiledKernel asked_behind(const std::string& first, const std::string& second) {
  return CompiledKernel(
      "__kernel void k(__global int *out, int n) {\n  __local int s[64]; int t = get_local_id(0);\n" + first +
      "\n" + second +
      "\n  __assert(__write_implies(s, __write_offset_bytes(s) == 4 * t));\n  out[get_global_id(0)] = "
      "n;\n}\n");
}

std::vector<EarlierAccess> earlier(const CompiledKernel& k, bool since_barrier) {
  for (const model::AccessQuery& query : k.kernel.queries)
    if (query.kind == model::AccessKind::Write) {
      EXPECT_TRUE(stands_at_its_annotation(k.kernel, query));
      return earlier_accesses(k.graph, k.regions, query, since_barrier);
    }
  ADD_FAILURE() << "the annotation asks about no write";
  return {};
}

bool holds(const std::vector<EarlierAccess>& found, model::SiteId site) {
  return std::ranges::any_of(found, [&](const EarlierAccess& one) { return one.site == site; });
}

TEST(EarlierAccesses, AreThoseOnAPathToTheAnnotation) {
  const CompiledKernel k = asked_behind("s[t] = 1;", "if (n) s[t + 8] = 2;");
  const auto found = earlier(k, false);
  EXPECT_TRUE(holds(found, k.sites(3).at(0)));
  EXPECT_TRUE(holds(found, k.sites(4).at(0)));
  EXPECT_EQ(found.size(), 2U);
}

TEST(EarlierAccesses, ABarrierEndsThemWhereItIsAskedForThoseSince) {
  const CompiledKernel k = asked_behind("s[t] = 1; barrier(CLK_LOCAL_MEM_FENCE);", "s[t + 8] = 2;");
  EXPECT_FALSE(holds(earlier(k, true), k.sites(3).at(0)));
  EXPECT_TRUE(holds(earlier(k, true), k.sites(4).at(0)));
  EXPECT_TRUE(holds(earlier(k, false), k.sites(3).at(0)));
}

TEST(EarlierAccesses, ABarrierThatOrdersOtherMemoryEndsNone) {
  const CompiledKernel k = asked_behind("s[t] = 1; barrier(CLK_GLOBAL_MEM_FENCE);", "s[t + 8] = 2;");
  EXPECT_TRUE(holds(earlier(k, true), k.sites(3).at(0)));
}

TEST(EarlierAccesses, ABarrierOnSomePathsLeavesThemOpen) {
  const CompiledKernel k = asked_behind("s[t] = 1; if (n) barrier(CLK_LOCAL_MEM_FENCE);", "s[t + 8] = 2;");
  const auto found = earlier(k, true);
  const auto first = std::ranges::find(found, k.sites(3).at(0), &EarlierAccess::site);
  ASSERT_NE(first, found.end());
  EXPECT_TRUE(first->may_be_ordered);
}

TEST(EarlierAccesses, EarlierIterationsCount) {
  const CompiledKernel k(
      "__kernel void k(__global int *out, int n) {\n"
      "  __local int s[64]; int t = get_local_id(0);\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    __assert(__write_implies(s, __write_offset_bytes(s) == 4 * t));\n"
      "    s[t] = i;\n"
      "  }\n"
      "  out[get_global_id(0)] = n;\n"
      "}\n");
  const auto found = earlier(k, false);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].site, k.sites(5).at(0));
  EXPECT_EQ(found[0].back, k.kernel.blocks[k.block(5)].loop);
}

// Returns whether each iteration passes `barrier`, which lies before a write that is asked about at the
// start.
bool orders_each(const std::string& barrier) {
  const CompiledKernel k(
      "__kernel void k(__global int *out, int n, int m) {\n"
      "  __local int s[64]; int t = get_local_id(0);\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    __assert(__write_implies(s, __write_offset_bytes(s) == 4 * t));\n    " +
      barrier +
      "\n    s[t] = i;\n"
      "  }\n"
      "  out[get_global_id(0)] = n;\n"
      "}\n");
  const auto found = earlier(k, true);
  EXPECT_EQ(found.size(), 1U);
  return !found.empty() && found[0].ordering == std::vector{found[0].back};
}

TEST(EarlierAccesses, ABarrierOfEachIterationEndsThoseBeforeTheLoop) {
  const CompiledKernel k(
      "__kernel void k(__global int *out, int n) {\n"
      "  __local int s[64]; int t = get_local_id(0);\n"
      "  s[t] = 0;\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    __assert(__write_implies(s, __write_offset_bytes(s) == 4 * t));\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  out[get_global_id(0)] = n;\n"
      "}\n");
  const auto found = earlier(k, true);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].back, model::kNone);
  EXPECT_EQ(found[0].ordering, std::vector{k.kernel.blocks[k.kernel.annotations.at(0).block].loop});
  EXPECT_TRUE(earlier(k, false).at(0).ordering.empty());
}

TEST(EarlierAccesses, OnlyTheLastIterationCountsWhereEachPassesABarrier) {
  EXPECT_TRUE(orders_each("barrier(CLK_LOCAL_MEM_FENCE);"));
  EXPECT_TRUE(orders_each("if (m) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE);"));
  EXPECT_FALSE(orders_each("if (m) barrier(CLK_LOCAL_MEM_FENCE);"));
  EXPECT_FALSE(orders_each("barrier(CLK_GLOBAL_MEM_FENCE);"));
  EXPECT_FALSE(orders_each("for (int j = 0; j < m; j++) barrier(CLK_LOCAL_MEM_FENCE);"));
  EXPECT_FALSE(orders_each("if (i == m) continue; barrier(CLK_LOCAL_MEM_FENCE);"));
}

}  // namespace
}  // namespace launchproof::analysis

#include "verify/repair/candidate.h"

#include <gtest/gtest.h>

#include "tests/verify/repair/findings.h"

namespace launchproof::repair {
namespace {

using verdict::Finding;
using verdict::Property;

TEST(Barriers, StandBetweenTwoStatements) {
  const std::string source =
      "__kernel void k(__global int *a) {\n"
      "  t[i] = 1;\n"
      "  f();\n"
      "  a[i] = t[j];\n"
      "}\n";
  const auto all = texts(source, barriers(SourceTree(source), facts(), race(source, "t[i]", "t[j]", "t")));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(holds(all,
                    "__kernel void k(__global int *a) {\n"
                    "  t[i] = 1;\n"
                    "  f();\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "  a[i] = t[j];\n"
                    "}\n"));
  EXPECT_TRUE(holds(all,
                    "__kernel void k(__global int *a) {\n"
                    "  t[i] = 1;\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "  f();\n"
                    "  a[i] = t[j];\n"
                    "}\n"));
}

TEST(Barriers, StandAtBothEndsOfEachLoopAroundBoth) {
  const std::string source =
      "void k() {\n"
      "  for (;;) {\n"
      "    if (c) {\n"
      "      a[i] = a[j];\n"
      "    }\n"
      "  }\n"
      "}\n";
  const auto all = texts(source, barriers(SourceTree(source), facts(), race(source, "a[j]", "a[i]", "a")));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(holds(all,
                    "void k() {\n"
                    "  for (;;) {\n"
                    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
                    "    if (c) {\n"
                    "      a[i] = a[j];\n"
                    "    }\n"
                    "  }\n"
                    "}\n"));
  EXPECT_TRUE(holds(all,
                    "void k() {\n"
                    "  for (;;) {\n"
                    "    if (c) {\n"
                    "      a[i] = a[j];\n"
                    "    }\n"
                    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
                    "  }\n"
                    "}\n"));
}

TEST(Barriers, MakeABlockOfABodyWithoutBraces) {
  const std::string source = "void k() {\n  for (;;) t[i] += t[j];\n}\n";
  const auto all = texts(source, barriers(SourceTree(source), facts(), race(source, "t[j]", "t[i]", "t")));
  EXPECT_TRUE(holds(all, "void k() {\n  for (;;) { barrier(CLK_LOCAL_MEM_FENCE); t[i] += t[j]; }\n}\n"));
  EXPECT_TRUE(holds(all, "void k() {\n  for (;;) { t[i] += t[j]; barrier(CLK_LOCAL_MEM_FENCE); }\n}\n"));
}

TEST(Barriers, LeavePragmasWithTheirLoops) {
  const std::string source = "void k() {\n  t[i] = 1;\n  #pragma unroll\n  for (;;) f(t[j]);\n}\n";
  const auto all = texts(source, barriers(SourceTree(source), facts(), race(source, "t[i]", "t[j]", "t")));
  EXPECT_TRUE(holds(all,
                    "void k() {\n  t[i] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  #pragma unroll\n"
                    "  for (;;) f(t[j]);\n}\n"));
}

TEST(Barriers, DoNotOrderGroups) {
  const std::string source = "void k() {\n  a[i] = 1;\n  f(a[j]);\n}\n";
  EXPECT_TRUE(barriers(SourceTree(source), facts(), race(source, "a[i]", "a[j]", "a", 1)).empty());
  EXPECT_TRUE(wider_fences(SourceTree(source), facts(), race(source, "a[i]", "a[j]", "a", 1)).empty());
}

TEST(Barriers, AreCudaSInCuda) {
  const std::string source = "__global__ void k() {\n  t[i] = 1;\n  f(t[j]);\n}\n";
  KernelFacts cuda = facts();
  cuda.language = model::Language::Cuda;
  const auto all = texts(source, barriers(SourceTree(source), cuda, race(source, "t[i]", "t[j]", "t")));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NE(all[0].find("  __syncthreads();\n  f("), std::string::npos);
  EXPECT_NE(all[1].find("  __syncwarp();\n  f("), std::string::npos);
}

TEST(Splits, ReadBeforeTheBarrierAndWriteBehind) {
  const std::string source =
      "void k() {\n  for (;;) {\n    if (i >= d) {\n      t[i] += t[i - d];\n    }\n  }\n}\n";
  const auto all =
      texts(source, split_statements(SourceTree(source), facts(), race(source, "t[i - d]", "t[i]", "t")));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0],
            "void k() {\n  for (;;) {\n    int next_value;\n    if (i >= d) next_value = t[i] + (t[i - d]);\n"
            "    barrier(CLK_LOCAL_MEM_FENCE);\n    if (i >= d) t[i] = next_value;\n  }\n}\n");
  EXPECT_NE(all[1].find("t[i] = next_value;\n    barrier(CLK_LOCAL_MEM_FENCE);\n  }"), std::string::npos);
}

TEST(Splits, LeaveConditionsThatCannotBeAskedTwice) {
  for (const char* condition : {"f(i)", "a[i] > 0", "i++ < 3", "(j = i)"}) {
    const std::string source = std::string("void k() {\n  if (") + condition + ") t[i] = t[i + 1];\n}\n";
    const auto all =
        texts(source, split_statements(SourceTree(source), facts(), race(source, "t[i + 1]", "t[i]", "t")));
    for (const std::string& text : all)
      EXPECT_NE(text.find(std::string("if (") + condition + ") int next_value"), std::string::npos) << text;
  }
}

TEST(Fences, GetWhatTheArrayNeeds) {
  const std::string source =
      "void k() {\n  t[i] = 1;\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  f(t[j]);\n  "
      "barrier(CLK_LOCAL_MEM_FENCE);\n}\n";
  const auto all =
      texts(source, wider_fences(SourceTree(source), facts(), race(source, "t[i]", "t[j]", "t")));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"), std::string::npos);
}

TEST(Fences, KeepTheScopeOfAWorkGroupBarrier) {
  const std::string source =
      "void k() {\n  a[i] = 1;\n  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);\n  "
      "f(a[j]);\n}\n";
  const auto all =
      texts(source, wider_fences(SourceTree(source), facts(), race(source, "a[i]", "a[j]", "a")));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device)"),
            std::string::npos);
}

TEST(GroupFences, StandAroundTheAtomicThatCounts) {
  const std::string source = "void k() {\n  a[g] = 1;\n  n = atomicInc(c, m);\n  f(a[j]);\n}\n";
  KernelFacts cuda = facts();
  cuda.language = model::Language::Cuda;
  const auto all =
      texts(source, group_fences(SourceTree(source), cuda, race(source, "a[g]", "a[j]", "a", 1)));
  EXPECT_EQ(all, (std::vector<std::string>{
                     "void k() {\n  a[g] = 1;\n  __threadfence();\n  n = atomicInc(c, m);\n  f(a[j]);\n}\n",
                     "void k() {\n  a[g] = 1;\n  n = atomicInc(c, m);\n  __threadfence();\n  f(a[j]);\n}\n",
                     std::string("void k() {\n  a[g] = 1;\n  __threadfence();\n  n = atomicInc(c, m);\n") +
                         "  __threadfence();\n  f(a[j]);\n}\n",
                     "void k() {\n  a[g] = 1;\n  __syncthreads();\n  n = atomicInc(c, m);\n  f(a[j]);\n}\n",
                     std::string("void k() {\n  a[g] = 1;\n  __threadfence(); __syncthreads();\n") +
                         "  n = atomicInc(c, m);\n  f(a[j]);\n}\n"}));
  EXPECT_TRUE(group_fences(SourceTree(source), cuda, race(source, "a[g]", "a[j]", "a", 0)).empty())
      << "work-items of one group have barriers";
}

TEST(GroupFences, ReleaseBeforeAStoreAndAcquireBehindALoad) {
  const std::string source =
      "void k() {\n  a[i] = 1;\n  atomic_store_explicit(f, 1, memory_order_relaxed, memory_scope_device);\n"
      "  while (atomic_load_explicit(f, memory_order_relaxed, memory_scope_device) == 0) {}\n  g(a[j]);\n}\n";
  const auto all =
      texts(source, group_fences(SourceTree(source), facts(), race(source, "a[i]", "a[j]", "a", 1)));
  ASSERT_EQ(all.size(), 7U) << "two orders and both, two fences and both, a barrier";
  EXPECT_NE(all[0].find("atomic_store_explicit(f, 1, memory_order_release"), std::string::npos);
  EXPECT_NE(all[1].find("atomic_load_explicit(f, memory_order_acquire"), std::string::npos);
  EXPECT_NE(all[2].find("memory_order_release"), std::string::npos);
  EXPECT_NE(all[2].find("memory_order_acquire"), std::string::npos);
  EXPECT_NE(all[3].find("memory_order_release, memory_scope_device);\n  atomic_store"), std::string::npos);
  EXPECT_NE(all[4].find("{}\n  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire"),
            std::string::npos);
}

TEST(GroupFences, AreNoneInOpenClBefore2) {
  const std::string source = "void k() {\n  a[g] = 1;\n  n = atomic_inc(c);\n  f(a[j]);\n}\n";
  EXPECT_TRUE(group_fences(SourceTree(source), facts(), race(source, "a[g]", "a[j]", "a", 1)).empty());
}

TEST(GroupFences, FollowABarrierOfTheGroup) {
  const std::string source =
      "void k() {\n  a[i] = 1;\n  if (l == 0) {\n    atomic_store_explicit(f, 1, memory_order_release, "
      "memory_scope_device);\n  }\n  g(a[j]);\n}\n";
  const auto all =
      texts(source, group_fences(SourceTree(source), facts(), race(source, "a[i]", "a[j]", "a", 1)));
  ASSERT_FALSE(all.empty());
  EXPECT_NE(all.back().find("  barrier(CLK_GLOBAL_MEM_FENCE);\n  if (l == 0) {"), std::string::npos);
}

TEST(GroupFences, WidenTheBarrierBeforeAnAtomic) {
  const std::string source =
      "void k() {\n  a[i] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  n = atomic_inc(c);\n  g(a[j]);\n}\n";
  const auto all =
      texts(source, wider_fences(SourceTree(source), facts(), race(source, "a[i]", "a[j]", "a", 1)));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"), std::string::npos);
}

TEST(Barriers, OfTheGridOrderItsGroups) {
  const std::string source =
      "namespace cg = cooperative_groups;\nvoid k() {\n  auto g = cg::this_grid();\n  a[i] = 1;\n  "
      "f(a[j]);\n}\n";
  KernelFacts cuda = facts();
  cuda.language = model::Language::Cuda;
  const auto all = texts(source, barriers(SourceTree(source), cuda, race(source, "a[i]", "a[j]", "a", 1)));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("  cg::this_grid().sync();\n  f(a[j]);"), std::string::npos);
}

TEST(Fences, OfImagesAreThoseOfGlobalMemoryBeforeOpenCl2) {
  const std::string source = "void k() {\n  f(in);\n  barrier(CLK_LOCAL_MEM_FENCE);\n  g(out);\n}\n";
  KernelFacts known = facts();
  known.arrays.push_back({"out", model::Memory::Image, "int", 8, true});
  const auto all =
      texts(source, wider_fences(SourceTree(source), known, race(source, "f(in)", "g(out)", "out")));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NE(all[0].find("barrier(CLK_LOCAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE);"), std::string::npos);
  EXPECT_NE(all[1].find("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"), std::string::npos);
}

TEST(Fences, MayStandBetweenTwoCalls) {
  const std::string source =
      "void f() {\n  t[i] = t[j];\n}\nvoid k() {\n  f();\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  f();\n}\n";
  const auto all =
      texts(source, wider_fences(SourceTree(source), facts(), race(source, "t[i]", "t[j]", "t")));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"), std::string::npos);
}

TEST(GroupFences, ReachTheDevice) {
  const std::string source =
      "void k() {\n  a[g] = 1;\n  __threadfence_block();\n  n = atomicInc(c, m);\n  f(a[j]);\n}\n";
  KernelFacts cuda = facts();
  cuda.language = model::Language::Cuda;
  const auto all =
      texts(source, group_fences(SourceTree(source), cuda, race(source, "a[g]", "a[j]", "a", 1)));
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0], "void k() {\n  a[g] = 1;\n  __threadfence();\n  n = atomicInc(c, m);\n  f(a[j]);\n}\n");
}

TEST(Atomics, ReplaceEachFormOfAnUpdate) {
  for (const auto& [statement, atomic] :
       {std::pair("a[i] += x + 1;", "atomic_add(&a[i], x + 1);"),
        std::pair("a[i]++;", "atomic_add(&a[i], 1);"), std::pair("--a[i];", "atomic_sub(&a[i], 1);"),
        std::pair("*p -= 2;", "atomic_sub(p, 2);"), std::pair("a[i] = a[i] | m;", "atomic_or(&a[i], m);"),
        std::pair("a[i] = m + a[i];", "atomic_add(&a[i], m);"),
        std::pair("a[i] = a[i] + x * y - 1;", "atomic_add(&a[i], x * y - 1);"),
        std::pair("if (v > a[i]) a[i] = v;", "atomic_max(&a[i], v);"),
        std::pair("if (a[i] >= v) { a[i] = v; }", "atomic_min(&a[i], v);"),
        std::pair("a[i] = max(a[i], v);", "atomic_max(&a[i], v);")}) {
    const std::string source = std::string("void k(int *a, int v) {\n  ") + statement + "\n}\n";
    const auto all = texts(
        source, atomics(SourceTree(source), facts(),
                        race(source, statement,
                             std::string_view(statement).find("if") == 0 ? "a[i] =" : statement, "a", 1)));
    ASSERT_EQ(all.size(), 1U) << statement;
    EXPECT_EQ(all[0], std::string("void k(int *a, int v) {\n  ") + atomic + "\n}\n");
  }
}

TEST(Atomics, KeepTheOrderOfOperatorsAndTypes) {
  for (const char* statement :
       {"a[i] = a[i] + v < v;", "a[i] = a[i] | v && v;", "a[i] = c ? v : v + a[i];", "a[i] = v << 1 + a[i];",
        "a[i] += w;", "a[i] += 0.5f;", "if (u > a[i]) a[i] = u;", "a[i] = max(a[i], u);"}) {
    const std::string source =
        std::string("void k(int *a, int v, uint u, float w) {\n  ") + statement + "\n}\n";
    EXPECT_TRUE(texts(source, atomics(SourceTree(source), facts(),
                                      race(source, statement,
                                           std::string_view(statement).find("if") == 0 ? "a[i] =" : statement,
                                           "a", 1)))
                    .empty())
        << statement;
  }
}

TEST(Atomics, LeaveAloneWhatIsNoUpdate) {
  for (const char* statement :
       {"a[i] = x - a[i];", "a[i] = a[i] - x - 1;", "a[i] = a[i] + x << 2;", "if (v > a[j]) a[i] = v;",
        "if (v > a[i] && c) a[i] = v;", "int v = a[i];", "f(a[i]);"}) {
    const std::string source = std::string("void k() {\n  ") + statement + "\n}\n";
    Finding finding = race(source, "a[i]", "a[i]", "a", 1);
    finding.witness->work_items[1].access = "read";
    EXPECT_TRUE(atomics(SourceTree(source), facts(), finding).empty()) << statement;
  }
}

TEST(Atomics, ExchangeAStoreThatMeetsAnAtomic) {
  const std::string source = "void k() {\n  atomic_inc(a);\n  a[0] = x + 1;\n}\n";
  Finding finding = race(source, "atomic_inc", "a[0]", "a", 1);
  EXPECT_TRUE(atomics(SourceTree(source), facts(), finding).empty()) << "two plain accesses";
  finding.witness->work_items[0].access = "atomic";
  const auto all = texts(source, atomics(SourceTree(source), facts(), finding));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0], "void k() {\n  atomic_inc(a);\n  atomic_xchg(&a[0], x + 1);\n}\n");
}

TEST(Atomics, LoadWhatAnAtomicChanges) {
  for (const auto& [read, atomic] :
       {std::pair("v = a[0] + 1;", "v = atomic_add(&a[0], 0) + 1;"),
        std::pair("v = *(__global int *)p;", "v = atomic_add((__global int *)p, 0);"),
        std::pair("f(a);", "f(atomic_add(&a, 0));")}) {
    const std::string source = std::string("void k() {\n  atomic_inc(a);\n  ") + read + "\n}\n";
    Finding finding = race(source, "atomic_inc", read, "a", 1);
    finding.witness->work_items[0].access = "atomic";
    finding.witness->work_items[1].access = "read";
    EXPECT_EQ(texts(source, atomics(SourceTree(source), facts(), finding)),
              (std::vector<std::string>{std::string("void k() {\n  atomic_inc(a);\n  ") + atomic + "\n}\n"}));
  }
}

TEST(Atomics, ReachFurther) {
  const std::string source =
      "void k() {\n  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_work_group);\n}\n";
  const auto all =
      texts(source, atomics(SourceTree(source), facts(), race(source, "atomic", "atomic", "a", 1)));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("memory_scope_device"), std::string::npos);
}

TEST(Guards, CheckTheIndexAgainstWhatFits) {
  const std::string source = "void k() {\n  a[i + 1] = 2;\n}\n";
  const auto all =
      texts(source, guards(SourceTree(source), facts(), outside(source, "a[i + 1]", "a", "write")));
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0], "void k() {\n  if (i + 1 < n) a[i + 1] = 2;\n}\n");
  for (const std::string& text : all)
    EXPECT_EQ(text.find("pitch"), std::string::npos) << "1000 elements are too many";
}

TEST(Guards, EndWorkItemsWithoutAnElement) {
  const std::string source = "void k() {\n  int v = a[i];\n  f(v);\n}\n";
  const auto all = texts(source, guards(SourceTree(source), facts(), outside(source, "a[i]", "a")));
  EXPECT_TRUE(holds(all, "void k() {\n  if (i >= n) return;\n  int v = a[i];\n  f(v);\n}\n"));
  EXPECT_TRUE(holds(all, "void k() {\n  int v = (i < n ? a[i] : (int)(0));\n  f(v);\n}\n"));
}

TEST(Guards, TightenComparisons) {
  const std::string source =
      "void k() {\n  if (i > n) return;\n  for (int j = 0; j <= n; ++j) a[j] = 0;\n}\n";
  const auto all = texts(source, guards(SourceTree(source), facts(), outside(source, "a[j]", "a", "write")));
  EXPECT_TRUE(holds(all, "void k() {\n  if (i > n) return;\n  for (int j = 0; j < n; ++j) a[j] = 0;\n}\n"));
  EXPECT_TRUE(holds(all, "void k() {\n  if (i >= n) return;\n  for (int j = 0; j <= n; ++j) a[j] = 0;\n}\n"));
}

TEST(Guards, TakeNoParameterForABoundThatNamesFarFewer) {
  const std::string source = "void k() {\n  a[i] = 2;\n}\n";
  KernelFacts few = facts();
  few.scalars = {{"rounds", 50}, {"open", std::nullopt}};
  const verdict::Finding finding = outside(source, "a[i]", "a", "write");
  EXPECT_TRUE(guards(SourceTree(source), few, finding).empty());
  few.scalars.front().value = 51;
  EXPECT_FALSE(guards(SourceTree(source), few, finding).empty());
}

TEST(Guards, KnowArraysWithAnElementForEachWorkItem) {
  const std::string source = "void k() {\n  a[i + 1] = 2;\n}\n";
  KernelFacts known = facts();
  known.scalars.clear();
  known.global_size[0] = 100;
  const auto all =
      texts(source, guards(SourceTree(source), known, outside(source, "a[i + 1]", "a", "write")));
  EXPECT_EQ(all,
            (std::vector<std::string>{"void k() {\n  if (i + 1 < get_global_size(0)) a[i + 1] = 2;\n}\n"}));
  known.global_size[0] = 99;
  EXPECT_TRUE(guards(SourceTree(source), known, outside(source, "a[i + 1]", "a", "write")).empty());
}

TEST(StricterConditions, LeaveOutTheLastWorkItemOrIteration) {
  const std::string source = "void k() {\n  if (l <= 1)\n    for (int j = 3; j >= 0; --j) a[j] = l;\n}\n";
  const auto all =
      texts(source, stricter_conditions(SourceTree(source), facts(), race(source, "a[j]", "a[j]", "a")));
  EXPECT_EQ(
      all,
      (std::vector<std::string>{"void k() {\n  if (l < 1)\n    for (int j = 3; j >= 0; --j) a[j] = l;\n}\n"}))
      << "the loop counts down to 0";
}

TEST(MovedBarriers, LeaveTheConditional) {
  const std::string source = "void k() {\n  if (c) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    f();\n  }\n}\n";
  Finding finding;
  finding.property = Property::BarrierDivergence;
  finding.locations = {place(source, "barrier(", "barrier")};
  const auto all = texts(source, moved_barriers(SourceTree(source), facts(), finding));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], "void k() {\n  barrier(CLK_LOCAL_MEM_FENCE);\n  if (c) {\n    f();\n  }\n}\n");
  EXPECT_EQ(all[1], "void k() {\n  if (c) {\n    f();\n  }\n  barrier(CLK_LOCAL_MEM_FENCE);\n}\n");
}

TEST(SplitConditionals, LetAllComeToTheBarrier) {
  const auto split = [](const std::string& source) {
    Finding finding;
    finding.property = Property::BarrierDivergence;
    finding.locations = {place(source, "barrier(", "barrier")};
    return texts(source, split_conditionals(SourceTree(source), facts(), finding));
  };
  EXPECT_EQ(
      split("void k() {\n  if (i < n) {\n    f();\n    barrier(X);\n    g();\n  }\n}\n"),
      (std::vector<std::string>{
          "void k() {\n  if (i < n) {\n    f();\n  }\n  barrier(X);\n  if (i < n) {\n    g();\n  }\n}\n"}));
  // The condition may have another value after the barrier, or cannot be evaluated twice.
  EXPECT_TRUE(split("void k() {\n  if (i < n) {\n    i += 2;\n    barrier(X);\n    g();\n  }\n}\n").empty());
  EXPECT_TRUE(split("void k() {\n  if (i < n) {\n    f(&n);\n    barrier(X);\n    g();\n  }\n}\n").empty());
  EXPECT_TRUE(split("void k() {\n  if (i++ < n) {\n    f();\n    barrier(X);\n    g();\n  }\n}\n").empty());
  EXPECT_TRUE(split("void k() {\n  if (t[i]) {\n    f();\n    barrier(X);\n    g();\n  }\n}\n").empty());
  // Apart, the second half would use another variable of the name.
  EXPECT_TRUE(
      split("void k() {\n  if (i < n) {\n    int v = f();\n    barrier(X);\n    g(v);\n  }\n}\n").empty());
  EXPECT_EQ(split("void k() {\n  if (i < n) {\n    int v = f();\n    barrier(X);\n    g();\n  }\n}\n").size(),
            1U);
  // Work-items of the other branch are not affected.
  EXPECT_TRUE(
      split("void k() {\n  if (i < n) {\n    f();\n    barrier(X);\n    g();\n  } else h();\n}\n").empty());
}

TEST(Sides, FollowCallsOutward) {
  const std::string source = "void f() { t[i] = 1; }\nvoid k() {\n  f();\n  g(t[j]);\n}\n";
  Finding finding = race(source, "t[i]", "t[j]", "t");
  finding.locations.insert(finding.locations.begin() + 1, place(source, "f();", "first access inlined at"));
  finding.locations.push_back({"other.h", 1, 1, "second access inlined at"});
  const SourceTree tree(source);
  const auto sides = sides_of(finding, tree, "k.cl");
  ASSERT_EQ(sides.size(), 2U);
  EXPECT_EQ(sides[0].size(), 2U);
  EXPECT_EQ(sides[1].size(), 1U);
  const auto all = texts(source, barriers(tree, facts(), finding));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("  f();\n  barrier(CLK_LOCAL_MEM_FENCE);\n  g(t[j]);"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::repair

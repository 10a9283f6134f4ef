// Tests where work-items in lock step reconverge.
#include "verify/analysis/lock_step.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

TEST(LockStep, TheSidesOfABranchAreNotOrderedAndItsEndIs) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n) {\n"
      "  a[0] = 1;\n"
      "  if (n[get_local_id(0)])\n"
      "    a[1] = 1;\n"
      "  else\n"
      "    a[2] = 1;\n"
      "  a[3] = 1;\n"
      "}\n");
  const LockStep together(k.graph);
  EXPECT_TRUE(together.together_at(k.block(2)));
  EXPECT_TRUE(together.together_at(k.block(7)));
  EXPECT_FALSE(together.orders(k.block(4), k.block(6)));
  EXPECT_TRUE(together.orders(k.block(2), k.block(4)));
  EXPECT_TRUE(together.orders(k.block(4), k.block(7)));
}

TEST(LockStep, WorkItemsThatLeaveALoopInDifferentIterationsWaitBehindIt) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n) {\n"
      "  for (int i = 0; i < n[get_local_id(0)]; i++)\n"
      "    a[i] = 1;\n"
      "  a[0] = 2;\n"
      "}\n");
  const LockStep together(k.graph);
  const LoopId loop = k.kernel.blocks[k.block(3)].loop;
  ASSERT_NE(loop, model::kNone);
  EXPECT_TRUE(together.together_at(k.block(4)));
  EXPECT_TRUE(together.orders_iterations(loop, k.block(3)));
}

// Line 4 is on one side of a branch in a loop.
bool iterations_are_ordered(const std::string& behind) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n, int m) {\n"
      "  for (int i = 0; i < m; i++) {\n"
      "    if (n[get_local_id(0) + i]) {\n"
      "      a[i] = 1;\n" +
      behind +
      "    }\n"
      "    a[m] = 3;\n"
      "  }\n"
      "}\n");
  const LoopId loop = k.kernel.blocks[k.block(4)].loop;
  EXPECT_NE(loop, model::kNone);
  return LockStep(k.graph).orders_iterations(loop, k.block(4));
}

TEST(LockStep, TheEndOfABranchOrdersIterationsUnlessSomeReturn) {
  EXPECT_TRUE(iterations_are_ordered(""));
  EXPECT_FALSE(iterations_are_ordered("if (a[n[i]]) return;\n"));
}

}  // namespace
}  // namespace launchproof::analysis

// Tests which branches decide whether control reaches a place.
#include "verify/analysis/control_dependence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

bool decides(const CompiledKernel& k, BlockId branch, BlockId block) {
  const std::vector<BlockId> deciders = ControlDependence(k.kernel).deciders(block);
  return std::ranges::find(deciders, branch) != deciders.end();
}

TEST(ControlDependence, ABranchDecidesItsSidesAlone) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n) {\n"
      "  a[0] = 1;\n"
      "  if (n[0])\n"
      "    a[1] = 1;\n"
      "  else\n"
      "    a[2] = 1;\n"
      "  a[3] = 1;\n"
      "}\n");
  EXPECT_TRUE(decides(k, k.block(3), k.block(4)));
  EXPECT_TRUE(decides(k, k.block(3), k.block(6)));
  EXPECT_FALSE(decides(k, k.block(3), k.block(7)));
  EXPECT_TRUE(ControlDependence(k.kernel).deciders(k.block(2)).empty());
}

TEST(ControlDependence, NestedBranchesDecideStepByStep) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n) {\n"
      "  if (n[0]) {\n"
      "    a[0] = 1;\n"
      "    if (a[n[1]])\n"
      "      a[1] = 1;\n"
      "  }\n"
      "}\n");
  EXPECT_TRUE(decides(k, k.block(4), k.block(5)));
  EXPECT_TRUE(decides(k, k.block(2), k.block(4)));
}

TEST(ControlDependence, TheEndOfALoopDecidesHowOftenAndWhetherAnythingFollows) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n) {\n"
      "  for (int i = 0; n[i]; i++)\n"
      "    a[i] = 1;\n"
      "  a[0] = 2;\n"
      "}\n");
  const LoopId loop = k.kernel.blocks[k.block(3)].loop;
  ASSERT_NE(loop, model::kNone);
  const BlockId branch = k.graph.exits(loop).front().from;
  EXPECT_TRUE(decides(k, branch, k.block(3)));
  EXPECT_TRUE(decides(k, branch, k.block(4)));  // the loop may never end
}

TEST(ControlDependence, AnEarlyReturnDecidesWhatFollows) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *n) {\n"
      "  if (n[0])\n"
      "    return;\n"
      "  a[0] = 2;\n"
      "}\n");
  EXPECT_TRUE(decides(k, k.block(2), k.block(4)));
}

}  // namespace
}  // namespace launchproof::analysis

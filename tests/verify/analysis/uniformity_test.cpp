// Tests values that all work-items of a group compute alike.
#include "verify/analysis/uniformity.h"

#include <gtest/gtest.h>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// Line 3 stores the value in question.
bool is_uniform(const std::string& before, const std::string& value) {
  const CompiledKernel k(
      "__kernel void k(__global int *out, __global const int *c, __global int *w, int n) {\n"
      "  int lid = get_local_id(0), group = get_group_id(0);" +
      before + "\n  out[get_global_id(0)] = " + value + ";\n}\n");
  return k.uniformity.is_uniform(k.stored(3));
}

TEST(Uniformity, IdsOfTheGroupAreUniform) {
  EXPECT_TRUE(is_uniform("", "group * n + 3"));
  EXPECT_FALSE(is_uniform("", "group * n + lid"));
  EXPECT_FALSE(is_uniform("", "get_global_id(0)"));
  EXPECT_TRUE(is_uniform("", "get_local_size(0) + get_num_groups(0)"));
}

TEST(Uniformity, ReadsAreUniformWhereNothingWritesAndTheAddressIs) {
  EXPECT_TRUE(is_uniform("", "c[group]"));
  EXPECT_FALSE(is_uniform("", "c[lid]"));
  EXPECT_TRUE(is_uniform("w[16 + lid] = 1;", "c[group + 1]"));
  EXPECT_FALSE(is_uniform("w[get_global_id(0)] = lid;", "w[get_global_id(0)]"));
}

TEST(Uniformity, JoinsAreUniformWhereTheBranchIs) {
  EXPECT_TRUE(is_uniform("int v = 1; if (n > 3) { v = c[0]; w[group] = 7; }", "v"));
  EXPECT_FALSE(is_uniform("int v = 1; if (lid > 3) { v = c[0]; w[group] = 7; }", "v"));
}

TEST(Uniformity, ACounterIsUniformInItsLoopAndNotBehindAnUnevenEnd) {
  const CompiledKernel k(
      "__kernel void k(__global int *out, __global const int *c) {\n"
      "  int lid = get_local_id(0), i = 0;\n"
      "  for (; i < c[lid]; i++)\n"
      "    out[get_global_id(0)] = i;\n"
      "  out[get_global_id(0)] = i;\n"
      "}\n");
  const LoopId loop = k.kernel.blocks[k.block(4)].loop;
  ASSERT_NE(loop, model::kNone);
  EXPECT_FALSE(k.uniformity.exits_uniformly(loop));
  EXPECT_TRUE(k.uniformity.is_uniform_at(k.stored(4), k.block(4)));
  EXPECT_FALSE(k.uniformity.is_uniform_at(k.stored(5), k.block(5)));
}

TEST(Uniformity, ALoopWithAnEvenEndIsLeftTogether) {
  const CompiledKernel k(
      "__kernel void k(__global int *out, __global const int *c) {\n"
      "  int i = 0;\n"
      "  for (; i < c[get_group_id(0)]; i++)\n"
      "    out[get_global_id(0)] = i;\n"
      "  out[get_global_id(0)] = i;\n"
      "}\n");
  EXPECT_TRUE(k.uniformity.exits_uniformly(k.kernel.blocks[k.block(4)].loop));
  EXPECT_TRUE(k.uniformity.is_uniform_at(k.stored(5), k.block(5)));
}

TEST(Uniformity, GroupsDifferInTheirIdsAndInWhatTheyRead) {
  const auto may_differ = [](const std::string& value) {
    const CompiledKernel k(
        "__kernel void k(__global int *out, __global const int *c, int n) {\n  out[get_global_id(0)] = " +
        value + ";\n}\n");
    return may_differ_between_groups(k.kernel, k.facts, k.regions, k.stored(2));
  };
  EXPECT_FALSE(may_differ("n + c[0]"));
  EXPECT_FALSE(may_differ("get_local_size(0) * n"));
  EXPECT_TRUE(may_differ("get_group_id(0)"));
  EXPECT_TRUE(may_differ("c[get_group_id(0)]"));
}

}  // namespace
}  // namespace launchproof::analysis

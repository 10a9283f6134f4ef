// Tests where fences and atomics may order accesses.
#include "verify/analysis/ordering.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// Returns whether control may reach the access in line 4 from an ordering operation; line 3 holds `what`.
bool ordered_behind(const std::string& what, Relaxed relaxed = Relaxed::ResultUsed) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global int *c, __global int *flag) {\n  int i = "
      "get_global_id(0);\n" +
      what + "\n  a[i] = i;\n}\n");
  return possibly_ordered_blocks(k.graph, k.facts, k.regions, relaxed)[k.block(4)];
}

TEST(PossiblyOrderedBlocks, FencesAndOrderedAtomicsOrder) {
  EXPECT_TRUE(ordered_behind("mem_fence(CLK_GLOBAL_MEM_FENCE);"));
  EXPECT_FALSE(ordered_behind("c[i] = 1;"));
}

TEST(PossiblyOrderedBlocks, RelaxedAtomicsCountByTheirResults) {
  EXPECT_FALSE(ordered_behind("atomic_inc(c);"));
  EXPECT_TRUE(ordered_behind("if (atomic_inc(c) == 0) flag[i] = 1;"));
  EXPECT_TRUE(ordered_behind("if (atomic_inc(c) == 0) flag[i] = 1;", Relaxed::ResultDecides));
  EXPECT_TRUE(ordered_behind("flag[atomic_inc(c)] = 1;"));
  EXPECT_FALSE(ordered_behind("flag[atomic_inc(c)] = 1;", Relaxed::ResultDecides));
}

TEST(PossiblyOrderedBlocks, BlocksThatNothingLeadsToFromThereAreOrderedByBarriersAlone) {
  const CompiledKernel k(
      "__kernel void k(__global int *a) {\n"
      "  int i = get_global_id(0);\n"
      "  if (i < 4)\n"
      "    a[i] = 1;\n"
      "  else\n"
      "    { mem_fence(CLK_GLOBAL_MEM_FENCE); a[i] = 2; }\n"
      "}\n");
  const std::vector<bool> ordered = possibly_ordered_blocks(k.graph, k.facts, k.regions, Relaxed::ResultUsed);
  EXPECT_FALSE(ordered[k.block(4)]);
  EXPECT_TRUE(ordered[k.block(6)]);
}

TEST(PossiblyOrderedBlocks, ALoopThatWaitsCountsBesideAFence) {
  const std::string wait = "while (flag[0] == 0) ;";
  EXPECT_FALSE(ordered_behind("flag[1 + i] = 1; " + wait));
  EXPECT_TRUE(ordered_behind("flag[1 + i] = 1; if (i == 9) mem_fence(CLK_GLOBAL_MEM_FENCE); " + wait));
}

}  // namespace
}  // namespace launchproof::analysis

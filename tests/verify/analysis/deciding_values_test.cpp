// Tests values on which addresses and branches depend.
#include "verify/analysis/deciding_values.h"

#include <gtest/gtest.h>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// Returns whether the value that line 3 stores decides anything. `rest` follows it.
bool decides(const std::string& value, const std::string& rest, bool asserted = true) {
  const CompiledKernel k(
      "__kernel void k(__global int *a, __global const int *c, int n) {\n  int i = get_global_id(0), v = " +
      value + ";\n  a[i] = v;\n" + rest + "\n}\n");
  return deciding_values(k.kernel, asserted)[k.stored(3)];
}

TEST(DecidingValues, AStoredValueDecidesNothing) {
  EXPECT_FALSE(decides("c[0] * 5 + 1", ""));
  EXPECT_FALSE(decides("c[0] * 5 + 1", "a[i + 16] = v + 2;"));
}

TEST(DecidingValues, AddressesAndBranchesAreDecided) {
  EXPECT_TRUE(decides("c[0] * 5 + 1", "a[v] = 1;"));
  EXPECT_TRUE(decides("c[0] * 5 + 1", "if (v > 3) a[i + 16] = 1;"));
  EXPECT_TRUE(decides("c[0] * 5 + 1", "int s = 0; for (int j = 0; j < v; j++) s += c[j]; a[i + 16] = s;"));
  EXPECT_TRUE(decides("c[0] * 5 + 1", "a[i + 16] = c[v];"));
}

TEST(DecidingValues, AssertionsCountWhereTheyAreAsked) {
  EXPECT_TRUE(decides("c[0] * 5 + 1", "__assert(v != 7);"));
  EXPECT_FALSE(decides("c[0] * 5 + 1", "__assert(v != 7);", false));
}

}  // namespace
}  // namespace launchproof::analysis

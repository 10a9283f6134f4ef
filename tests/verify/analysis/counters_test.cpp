// Tests memory in which a launch counts.
#include "verify/analysis/counters.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// The call is in line 3.
CompiledKernel with_call(const std::string& call, const std::string& rest = "") {
  return CompiledKernel(
      "__kernel void k(__global int *count, __global int *out, __global int *other) {\n  int i = "
      "get_global_id(0);\n" +
      call + "\n" + rest + "\n}\n");
}

const Counter* counter(const CompiledKernel& k, const Counters& counters) {
  return counters.of(k.sites(3).at(0));
}

TEST(Counters, AddTheSameConstantEachTime) {
  const CompiledKernel k = with_call("out[atomic_add(count, 3)] = i;", "other[i] = atomic_add(count, 3);");
  const Counters counters(k.graph, k.regions);
  const Counter* found = counter(k, counters);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->step, 3U);
  EXPECT_EQ(found->bytes, 4U);
  EXPECT_EQ(found->calls.size(), 2U);
  EXPECT_FALSE(found->written || found->renewed || found->disturbed);
  EXPECT_TRUE(counters.count_alone(k.regions.placement(k.array("count")).region));
}

TEST(Counters, OtherStepsAndOtherOperationsDisturb) {
  for (const char* other : {"atomic_add(count, 2);", "atomic_xchg(count, i);", "atomic_add(&count[i], i);"}) {
    const CompiledKernel k = with_call("out[atomic_inc(count)] = i;", other);
    const Counters counters(k.graph, k.regions);
    const Counter* found = counter(k, counters);
    EXPECT_TRUE(found == nullptr || found->disturbed) << other;
  }
}

TEST(Counters, APlainWriteBeforeTheCallsDoesNotRenew) {
  const CompiledKernel before(
      "__kernel void k(__global int *count, __global int *out) {\n"
      "  count[0] = 0;\n"
      "  out[atomic_inc(count)] = 1;\n"
      "}\n");
  const Counters counters(before.graph, before.regions);
  const Counter* found = counter(before, counters);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->written);
  EXPECT_FALSE(counters.count_alone(before.regions.placement(before.array("count")).region));
  const CompiledKernel after = with_call("out[atomic_inc(count)] = i;", "count[0] = 0;");
  const Counters renewed(after.graph, after.regions);
  ASSERT_NE(counter(after, renewed), nullptr);
  EXPECT_TRUE(counter(after, renewed)->renewed);
}

TEST(Counters, RivalsThatAreApartDoNotCount) {
  const CompiledKernel k = with_call("out[atomic_inc(count)] = i;", "count[1 + i] = 0;");
  const Counters counters(k.graph, k.regions);
  ASSERT_NE(counter(k, counters), nullptr);
  ASSERT_TRUE(counter(k, counters)->written);
  const model::SiteId call = k.sites(3).at(0);
  const Counters apart(k.graph, k.regions, {}, {{call, k.sites(4).at(0)}});
  ASSERT_NE(apart.of(call), nullptr);
  EXPECT_FALSE(apart.of(call)->written);
}

TEST(Counters, ArraysThatHoldAnythingAreNone) {
  const CompiledKernel k = with_call("out[atomic_inc(count)] = i;");
  std::vector<bool> arbitrary(k.array("count") + 1, false);
  arbitrary.back() = true;
  const Counters counters(k.graph, k.regions, arbitrary);
  const Counter* found = counter(k, counters);
  EXPECT_TRUE(found == nullptr || found->disturbed);
}

}  // namespace
}  // namespace launchproof::analysis

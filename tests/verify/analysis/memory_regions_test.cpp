// Tests arrays that share memory in a launch, and memory that the launch writes.
#include "verify/analysis/memory_regions.h"

#include <gtest/gtest.h>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

const char* const kText =
    "__kernel void k(__global int *a, __global const int *b, __global const int *c) {\n"
    "  __local int t[8];\n"
    "  t[get_local_id(0)] = b[0] + c[0];\n"
    "  a[get_global_id(0)] = t[0];\n"
    "}\n";

MemoryRegions regions_of(const model::KernelModel& kernel, std::vector<model::Argument> arguments) {
  model::LaunchFacts facts = small_launch(kernel);
  facts.arguments = std::move(arguments);
  return {kernel, facts};
}

TEST(MemoryRegions, ArgumentsOfOneObjectShareMemory) {
  const CompiledKernel k(kText);
  const MemoryRegions regions = regions_of(
      k.kernel, {model::BufferArgument{7, 0, 64, {}, {}, 0}, model::BufferArgument{7, 16, 32, {}, {}, 0},
                 model::BufferArgument{8, 0, 64, {}, {}, 0}});
  const Placement& a = regions.placement(k.array("a"));
  const Placement& b = regions.placement(k.array("b"));
  const Placement& c = regions.placement(k.array("c"));
  EXPECT_EQ(a.region, b.region);
  EXPECT_NE(a.region, c.region);
  EXPECT_EQ(b.origin, a.origin + 16);
  EXPECT_EQ(b.bytes, 32U);
  EXPECT_TRUE(regions.is_written(b.region));  // through `a`
  EXPECT_FALSE(regions.is_written(c.region));
}

TEST(MemoryRegions, LocalMemoryAndArgumentsThatAreNotGivenLieApart) {
  const CompiledKernel k(kText);
  const Placement& t = k.regions.placement(k.array("t"));
  EXPECT_EQ(t.bytes, 32U);
  EXPECT_TRUE(k.regions.is_written(t.region));
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_NE(k.regions.placement(k.array(name)).region, t.region);
    EXPECT_FALSE(k.regions.placement(k.array(name)).bytes.has_value());
  }
  EXPECT_NE(k.regions.placement(k.array("a")).region, k.regions.placement(k.array("b")).region);
}

TEST(MemoryRegions, ANullBufferHasNoMemory) {
  const CompiledKernel k(kText);
  const MemoryRegions regions = regions_of(
      k.kernel, {model::NullArgument{}, model::BufferArgument{7, 0, 32, {}, {}, 0}, model::NullArgument{}});
  EXPECT_TRUE(regions.placement(k.array("a")).is_null);
  EXPECT_FALSE(regions.placement(k.array("b")).is_null);
}

TEST(MemoryRegions, AccessFlagsForbidOneKindOfAccess) {
  const CompiledKernel k(kText);
  const model::Site& write =
      k.site(4).kind == model::AccessKind::Write ? k.site(4) : k.kernel.sites[k.sites(4).at(1)];
  ASSERT_EQ(write.kind, model::AccessKind::Write);
  EXPECT_TRUE(is_forbidden(write, model::KernelAccess::ReadOnly));
  EXPECT_FALSE(is_forbidden(write, model::KernelAccess::WriteOnly));
  EXPECT_FALSE(is_forbidden(write, model::KernelAccess::ReadWrite));
  model::LaunchFacts facts = k.facts;
  EXPECT_FALSE(has_access_flags(facts));
  facts.arguments[0] = model::BufferArgument{7, 0, 64, {}, {}, 0, model::KernelAccess::ReadOnly};
  EXPECT_TRUE(has_access_flags(facts));
}

}  // namespace
}  // namespace launchproof::analysis

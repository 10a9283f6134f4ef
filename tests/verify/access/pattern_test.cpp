// Tests which elements the first work-items access: listed accesses happen, and unknown ones are omitted.
#include "verify/access/pattern.h"

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

std::optional<verdict::AccessPattern> pattern(const std::string& source, const Launch& launch) {
  const model::KernelModel kernel = compile(source);
  model::LaunchFacts facts;
  facts.local_size[0] = launch.local;
  facts.global_size[0] = launch.local * launch.groups;
  facts.arguments = launch.arguments;
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  return access_pattern(kernel, facts, store, patient());
}

using Offsets = std::vector<std::optional<std::uint64_t>>;

TEST(Pattern, ListsTheBytesOfEachWorkItem) {
  const auto found = pattern(
      "kernel void k(global int* a, int n) { int i = get_global_id(0); if (i < n) a[2 * i + 1] = 0; }",
      {4, 2, {buffer(1, 64), integer(3)}});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->local_ids.size(), 4U);
  EXPECT_EQ(found->local_ids[3], (std::array<std::uint64_t, 3>{3, 0, 0}));
  ASSERT_EQ(found->sites.size(), 1U);
  EXPECT_EQ(found->sites[0].offsets, (Offsets{4, 12, 20, std::nullopt})) << "the last one is not below n";
  EXPECT_EQ(found->sites[0].access, "write");
  EXPECT_EQ(found->sites[0].array, "a");
  EXPECT_EQ(found->sites[0].bytes, 4U);
  EXPECT_FALSE(found->sites[0].first_iteration);
  EXPECT_EQ(found->left_out, 0U);
}

TEST(Pattern, ListsNoMoreThanSixteenWorkItems) {
  const auto found =
      pattern("kernel void k(global int* a) { a[get_global_id(0)] = 0; }", {64, 2, {buffer(1, 512)}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->local_ids.size(), 16U);
  EXPECT_EQ(found->sites.at(0).offsets.back(), 60U);
}

TEST(Pattern, OfALoopListsTheFirstIteration) {
  const auto found =
      pattern("kernel void k(global int* a) { for (int i = 0; i < 3; i++) a[4 * i + get_local_id(0)] = i; }",
              {4, 1, {buffer(1, 64)}});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->sites.at(0).first_iteration);
  EXPECT_EQ(found->sites[0].offsets, (Offsets{0, 4, 8, 12}));
}

TEST(Pattern, LeavesOutWhatContentsDecide) {
  const auto found = pattern(
      "kernel void k(global int* a, global const int* at) {"
      " int i = get_global_id(0); a[at[i]] = 1; if (at[i] > 0) a[i] = 2; }",
      {4, 1, {buffer(1, 64), buffer(2, 64)}});
  ASSERT_TRUE(found) << "the reads of `at` are known";
  for (const verdict::PatternSite& site : found->sites) EXPECT_EQ(site.array, "at");
  EXPECT_EQ(found->left_out, 2U);
}

TEST(Pattern, IsNoneWhereNothingIsKnown) {
  EXPECT_FALSE(pattern("kernel void k(local int* t, int n) { t[n] = 1; }", {4, 1, {}}));
}

}  // namespace
}  // namespace launchproof::access::testing

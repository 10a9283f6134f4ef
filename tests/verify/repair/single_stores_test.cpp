#include <gtest/gtest.h>

#include "tests/verify/repair/findings.h"

namespace launchproof::repair {
namespace {

const std::string kStore = "void k() {\n  a[g] = v;\n}\n";

// The candidates for a race of two writes in line 2, where all work-items write to one place.
std::vector<std::string> stores(KernelFacts known, bool in_launch) {
  known.common_writes = {{"k.cl", 2, "a", in_launch}};
  verdict::Finding finding = race(kStore, "a[g]", "a[g]", "a");
  finding.witness->work_items[0].access = "write";
  return texts(kStore, single_stores(SourceTree(kStore), known, finding));
}

KernelFacts of_sizes(std::uint64_t x, std::uint64_t y) {
  KernelFacts known = facts();
  known.global_size = {4 * x, y, 1};
  known.local_size = {x, y, 1};
  return known;
}

using Texts = std::vector<std::string>;

TEST(SingleStores, AreThoseOfTheFirstWorkItem) {
  EXPECT_EQ(stores(of_sizes(8, 1), false), (Texts{"void k() {\n  if (get_local_id(0) == 0) a[g] = v;\n}\n"}));
  EXPECT_EQ(stores(of_sizes(8, 1), true), (Texts{"void k() {\n  if (get_local_id(0) == 0) a[g] = v;\n}\n",
                                                 "void k() {\n  if (get_global_id(0) == 0) a[g] = v;\n}\n"}));
  EXPECT_EQ(stores(of_sizes(8, 2), false),
            (Texts{"void k() {\n  if (get_local_id(0) == 0 && get_local_id(1) == 0) a[g] = v;\n}\n"}));
}

TEST(SingleStores, AreThoseOfTheFirstThread) {
  KernelFacts cuda = of_sizes(32, 1);
  cuda.language = model::Language::Cuda;
  EXPECT_EQ(stores(cuda, true),
            (Texts{"void k() {\n  if (threadIdx.x == 0) a[g] = v;\n}\n",
                   "void k() {\n  if (blockIdx.x == 0 && threadIdx.x == 0) a[g] = v;\n}\n"}));
}

TEST(SingleStores, LeaveAnElseToItsIf) {
  for (const char* statement : {"if (c)\n  a[g] = v; else f();", "\n  a[g] = v, b = v;"}) {
    const std::string source = std::string("void k() {\n") + statement + "\n}\n";
    KernelFacts known = of_sizes(8, 1);
    known.common_writes = {{"k.cl", 3, "a", false}};
    verdict::Finding finding = race(source, "a[g]", "a[g]", "a");
    finding.witness->work_items[0].access = "write";
    EXPECT_TRUE(single_stores(SourceTree(source), known, finding).empty()) << statement;
  }
}

TEST(SingleStores, AreNoneWhereWorkItemsStoreApart) {
  verdict::Finding finding = race(kStore, "a[g]", "a[g]", "a");
  finding.witness->work_items[0].access = "write";
  KernelFacts known = of_sizes(8, 1);
  EXPECT_TRUE(single_stores(SourceTree(kStore), known, finding).empty());
  known.common_writes = {{"k.cl", 2, "a", true}};
  finding.witness->work_items[0].access = "read";
  EXPECT_TRUE(single_stores(SourceTree(kStore), known, finding).empty()) << "somebody else reads";
}

}  // namespace
}  // namespace launchproof::repair

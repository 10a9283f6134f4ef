// Tests which accesses an atomic releases and acquires, for its own work-item and for its group.
#include "verify/analysis/atomic_order.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

using Acquire = AtomicOrder::Acquire;

constexpr const char* kFence =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);";
constexpr const char* kBarrier = "barrier(CLK_GLOBAL_MEM_FENCE);";

model::SiteId site_of_read(const CompiledKernel& k) {
  for (const model::SiteId id : k.sites(6))
    if (k.kernel.sites[id].kind == model::AccessKind::Read) return id;
  return model::kNone;
}

struct Orders {
  Ordered before, after, after_without;
};

// Line 2 stores, line 4 holds a relaxed atomic or one with `order`, and line 6 reads. The texts are inserted
// in between.
Orders orders(const std::string& first, const std::string& second, const std::string& order = "relaxed",
              const std::string& scope = "device") {
  const std::string text =
      "__kernel void k(__global int *a, __global atomic_int *c, __global int *out) { int i = "
      "get_local_id(0);\n"
      "a[i] = 1;\n" +
      first + "\nif (i == 0) out[9] = atomic_fetch_add_explicit(c, 1, memory_order_" + order +
      ", memory_scope_" + scope + ");\n" + second + "\nout[i] = a[i + 1];\n}\n";
  const frontend::Translation made =
      frontend::translate({{.file_name = "k.cl", .text = text, .options = "-cl-std=CL2.0"}}, {});
  EXPECT_TRUE(made.compiled) << text;
  const CompiledKernel k(made.kernels.at(0));
  const model::SiteId store = k.sites(2).at(0), read = site_of_read(k);
  model::SiteId call = model::kNone;
  for (model::SiteId id = 0; id < k.kernel.sites.size(); ++id)
    if (k.kernel.sites[id].kind == model::AccessKind::Atomic) call = id;
  const AtomicOrder found(k.graph, call);
  return {found.before(store), found.after(read, Acquire::Needed), found.after(read, Acquire::Omitted)};
}

TEST(AtomicOrder, FencesOrderTheCallerAndBarriersItsGroup) {
  const Orders bare = orders("", "");
  EXPECT_EQ(bare.before, Ordered::No);
  EXPECT_EQ(bare.after, Ordered::No);
  EXPECT_EQ(bare.after_without, Ordered::OfCaller);
  const Orders fenced = orders(kFence, kFence);
  EXPECT_EQ(fenced.before, Ordered::OfCaller);
  EXPECT_EQ(fenced.after, Ordered::OfCaller);
  const Orders met = orders(std::string(kBarrier) + kFence, std::string(kFence) + kBarrier);
  EXPECT_EQ(met.before, Ordered::OfGroup);
  EXPECT_EQ(met.after, Ordered::OfGroup);
}

TEST(AtomicOrder, TheCallerMakesItsFenceBetweenBarrierAndAtomic) {
  const Orders early = orders(std::string(kFence) + kBarrier, std::string(kBarrier) + kFence);
  EXPECT_EQ(early.before, Ordered::OfCaller);
  EXPECT_EQ(early.after, Ordered::OfCaller);
}

TEST(AtomicOrder, AnOrderOfItsOwnNeedsNoFence) {
  EXPECT_EQ(orders(kBarrier, kBarrier, "acq_rel").before, Ordered::OfGroup);
  EXPECT_EQ(orders(kBarrier, kBarrier, "acq_rel").after, Ordered::OfGroup);
  EXPECT_EQ(orders("", "", "release").after, Ordered::No);
  EXPECT_EQ(orders("", "", "acquire").before, Ordered::No);
}

// Tests the orders of the atomic itself, with a fence on either side.
Orders own_orders(const std::string& order) {
  const frontend::Translation made = frontend::translate(
      {{.file_name = "k.cl",
        .text = "__kernel void k(__global atomic_int *c, __global int *out) {" + std::string(kFence) +
                "out[9] = atomic_fetch_add_explicit(c, 1, memory_order_" + order + ", memory_scope_device);" +
                kFence + "}",
        .options = "-cl-std=CL2.0"}},
      {});
  EXPECT_TRUE(made.compiled);
  const CompiledKernel k(made.kernels.at(0));
  model::SiteId call = model::kNone;
  for (model::SiteId id = 0; id < k.kernel.sites.size(); ++id)
    if (k.kernel.sites[id].kind == model::AccessKind::Atomic) call = id;
  const AtomicOrder found(k.graph, call);
  return {found.before(call), found.after(call, Acquire::Needed), found.after(call, Acquire::Omitted)};
}

TEST(AtomicOrder, AFenceDoesNotOrderTheAtomicBesideIt) {
  const Orders relaxed = own_orders("relaxed");
  EXPECT_EQ(relaxed.before, Ordered::No);
  EXPECT_EQ(relaxed.after, Ordered::No);
  EXPECT_EQ(relaxed.after_without, Ordered::OfCaller);
  EXPECT_EQ(own_orders("release").before, Ordered::OfCaller);
  EXPECT_EQ(own_orders("release").after, Ordered::No);
  EXPECT_EQ(own_orders("acquire").after, Ordered::OfCaller);
}

TEST(AtomicOrder, ABarrierOfTheDeviceReleasesBeforeItAndAcquiresBehindIt) {
  const std::string device = "work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);";
  EXPECT_EQ(orders(device, device).before, Ordered::OfCaller);
  EXPECT_EQ(orders(device, device).after, Ordered::OfCaller);
  const std::string group = "work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);";
  EXPECT_EQ(orders(group, group).before, Ordered::No);
  EXPECT_EQ(orders(group, group).after, Ordered::No);
}

bool has_order(const std::string& store, const std::string& load) {
  const frontend::Translation made = frontend::translate(
      {{.file_name = "k.cl",
        .text = "__kernel void k(__global atomic_int *c, __global int *out) {"
                "atomic_store_explicit(c, 1, memory_order_release, memory_scope_" +
                store + "); out[0] = atomic_load_explicit(c, memory_order_acquire, memory_scope_" + load +
                ");}",
        .options = "-cl-std=CL2.0"}},
      {});
  EXPECT_TRUE(made.compiled);
  return has_order_between_groups(made.kernels.at(0));
}

TEST(AtomicOrder, ScopesOfReleasesAndAcquiresMustBeTheSame) {
  EXPECT_TRUE(has_order("device", "device"));
  EXPECT_TRUE(has_order("all_svm_devices", "all_svm_devices"));
  EXPECT_FALSE(has_order("all_svm_devices", "device"));
  EXPECT_FALSE(has_order("device", "all_svm_devices"));
  EXPECT_FALSE(has_order("work_group", "device"));
}

TEST(AtomicOrder, FencesOfTheGroupAndOfLocalMemoryOrderNoGroups) {
  EXPECT_EQ(orders("mem_fence(CLK_GLOBAL_MEM_FENCE);", "").before, Ordered::No);
  EXPECT_EQ(
      orders("atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);", "")
          .before,
      Ordered::No);
  EXPECT_EQ(orders("if (i > 3) " + std::string(kFence), "").before, Ordered::No);
  EXPECT_EQ(orders("barrier(CLK_LOCAL_MEM_FENCE);" + std::string(kFence), "").before, Ordered::OfCaller);
}

}  // namespace
}  // namespace launchproof::analysis

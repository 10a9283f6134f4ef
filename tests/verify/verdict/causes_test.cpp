// Tests each cause that a kernel can produce, with a kernel that produces it.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/access/checked_kernel.h"
#include "verify/access/engine.h"

namespace launchproof::verdict {
namespace {

using access::testing::buffer;
using access::testing::check;
using access::testing::Launch;

bool names(const std::vector<Approximation>& causes, Cause cause) {
  return std::any_of(causes.begin(), causes.end(),
                     [&](const Approximation& item) { return item.cause == cause; });
}

// Returns whether some finding or property of the class names the cause.
bool names(const ClassResult& result, Cause cause) {
  for (const Finding& finding : result.findings) {
    if (names(finding.approximations, cause)) return true;
  }
  return std::any_of(result.properties.begin(), result.properties.end(),
                     [&](const auto& entry) { return names(entry.second.causes, cause); });
}

void expect(Cause cause, const char* source, const Launch& launch = {}) {
  const ClassResult result = check(source, launch);
  EXPECT_TRUE(names(result, cause)) << name(cause) << "\n" << to_json(result);
  EXPECT_NE(result.verdict, Verdict::Verified);
  EXPECT_NE(result.verdict, Verdict::Defect);
}

TEST(Causes, NoClosedForm) {
  expect(Cause::NoClosedForm, R"(
kernel void k(global int *out, int n) {
  uint x = get_local_id(0);
  for (int i = 0; i < n; ++i) x = x * x + 1;
  out[x & 7] = get_global_id(0);
})");
}

TEST(Causes, EarlierIterations) {
  expect(Cause::EarlierIterations, R"(
kernel void k(global int *out, global const int *stop) {
  for (int i = 0; i < 64; ++i) {
    if (stop[i]) break;
    if (i >= 40) out[(get_global_id(0) + i) & 31] = get_global_id(0);
  }
})");
}

model::BufferArgument image(std::uint64_t object, std::optional<model::ImageFormat> format) {
  const model::ImageShape shape = model::own_image({1, false, false}, model::ImageSize{16, 1, 1}, format);
  return {object, 0, shape.extent(), {}, shape};
}

TEST(Causes, ImageSampling) {
  expect(Cause::ImageSampling, R"(
kernel void k(read_only image1d_t in, global int *out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  out[read_imageui(in, how, (float)get_global_id(0)).x & 7] = get_global_id(0);
})",
         {8, 2, {image(1, model::ImageFormat{0x10B0, 0x10DC}), buffer(2, 32)}});
}

TEST(Causes, ImageFormat) {
  constexpr const char* kSource = R"(
kernel void k(write_only image1d_t out) { write_imagef(out, 0, (float4)(get_global_id(0) & 1 ? 1.0f : 0.5f)); })";
  expect(Cause::ImageFormat, kSource, {8, 2, {image(1, std::nullopt)}});
  expect(Cause::ImageFormat, kSource, {8, 2, {image(1, model::ImageFormat{0x10B0, 0x10D2})}});
  EXPECT_EQ(check(kSource, {8, 2, {image(1, model::ImageFormat{0x10B0, 0x10DE})}}).verdict, Verdict::Defect);
}

TEST(Causes, SharedContents) {
  expect(Cause::SharedContents, R"(
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int j = a[i];
  a[(j & 63) + 64] = i;
})");
}

TEST(Causes, EventNotMatched) {
  expect(Cause::EventNotMatched, R"(
kernel void k(global const int *in, global int *out) {
  local int tile[2][8];
  event_t ready = async_work_group_copy(tile[0], in, 8, 0);
  for (int i = 1; i < 4; ++i) {
    event_t next = async_work_group_copy(tile[i & 1], in + 8 * i, 8, 0);
    wait_group_events(1, &ready);
    ready = next;
  }
  wait_group_events(1, &ready);
})");
}

TEST(Causes, CollectiveResult) {
  expect(Cause::CollectiveResult, R"(
int __attribute__((overloadable)) work_group_scan_exclusive_add(int);
kernel void k(global int *out) {
  out[work_group_scan_exclusive_add(1)] = get_global_id(0);
})");
}

TEST(Causes, MayBeOrdered) {
  expect(Cause::MayBeOrdered, R"(
kernel void k(global int *data, volatile global int *flag) {
  if (get_global_id(0) == 0) {
    data[0] = 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(flag, 1);
  } else if (atomic_or(flag, 0) == 1) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    data[0] = 2;
  }
})");
}

TEST(Causes, UndefinedValue) {
  expect(Cause::UndefinedValue, R"(
kernel void k(global int *out, int n) {
  int x;
  out[x] = get_global_id(0);
})");
}

TEST(Causes, SkippedBarrier) {
  expect(Cause::SkippedBarrier, R"(
kernel void k(local int *a, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 32; ++i) {
    a[8 * l + i] = l;
    if (i % 16 == 15) barrier(CLK_LOCAL_MEM_FENCE);
  }
})",
         {.arguments = {model::LocalArgument{1024}}});
}

TEST(Causes, ReturnedEarly) {
  expect(Cause::ReturnedEarly, R"(
#include <cooperative_groups.h>
__global__ void k(int *data, int n) {
  if (threadIdx.x >= n) return;
  cooperative_groups::this_grid().sync();
  data[blockIdx.x * blockDim.x + threadIdx.x] = n;
})");
}

// A solver that gives up on every question.
class Tired final : public smt::Solver {
 public:
  explicit Tired(std::string reason) : d_reason(std::move(reason)) {}
  smt::Answer check(std::span<const smt::Term>, const smt::Limits&) override {
    smt::Answer answer;
    answer.reason = d_reason;
    return answer;
  }
  std::string name() const override { return "tired"; }

 private:
  std::string d_reason;
};

ClassResult given_up(const std::string& reason) {
  const model::KernelModel kernel = access::testing::compile(
      "kernel void k(global int *a, int n) { a[(get_global_id(0) * n) ^ 5] = get_global_id(0); }");
  model::LaunchFacts facts;
  facts.local_size[0] = facts.global_size[0] = 8;
  facts.arguments = {buffer(1, 64), model::UnknownArgument{}};
  smt::TermStore store;
  Tired solver(reason);
  return access::verify(kernel, facts, store, solver, {});
}

TEST(Causes, SolverTimeout) {
  const ClassResult result = given_up("timeout");
  EXPECT_TRUE(names(result, Cause::SolverTimeout)) << to_json(result);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
}

TEST(Causes, SolverFailure) {
  const ClassResult result = given_up("it died");
  EXPECT_TRUE(names(result, Cause::SolverFailure)) << to_json(result);
  EXPECT_FALSE(names(result, Cause::SolverTimeout));
  EXPECT_EQ(result.verdict, Verdict::Unknown);
}

}  // namespace
}  // namespace launchproof::verdict

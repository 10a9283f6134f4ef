#include "verify/frontend/frontend.h"

#include <gtest/gtest.h>

#include "tests/verify/frontend/support.h"

namespace launchproof::frontend {
namespace {

using model::AccessKind;
using model::Memory;

TEST(Frontend, TranslatesAKernel) {
  const model::KernelModel kernel = model_of(R"(kernel void f(global float* a, int n) {
  int i = get_global_id(0);
  if (i < n) a[i] = a[i + 1] * 2.0f;
})");
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[0].name, "a");
  EXPECT_EQ(kernel.parameters[0].type, "__global float *");
  EXPECT_EQ(kernel.parameters[1].bytes, 4U);
  ASSERT_EQ(kernel.sites.size(), 2U);
  EXPECT_EQ(kernel.sites[0].kind, AccessKind::Read);
  EXPECT_EQ(kernel.sites[1].kind, AccessKind::Write);
  EXPECT_EQ(kernel.sites[1].arrays, std::vector<model::ArrayId>{kernel.parameters[0].array});
  EXPECT_EQ(kernel.sites[1].bytes, 4U);
  EXPECT_EQ(model::describe(kernel, kernel.sites[1].location), "test.cl:3:19");
  EXPECT_EQ(kernel.arrays[kernel.parameters[0].array].element_type, "float");
}

TEST(Frontend, KeepsAnUnusedRead) {
  EXPECT_EQ(model_of("kernel void f(global int* a) { a[get_local_id(0)]; }").sites.size(), 1U);
  EXPECT_EQ(model_of("kernel void f(global int* a) { int x = a[0]; int y = a[0]; a[1] = 7; a[1] = 7; }")
                .sites.size(),
            4U);
}

TEST(Frontend, TranslatesLoopsAndBarriers) {
  const model::KernelModel kernel = model_of(R"(kernel void f(global int* out, local int* s) {
  int t = get_local_id(0);
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  if (t == 0) out[get_group_id(0)] = s[0];
})");
  EXPECT_EQ(kernel.loops.size(), 1U);
  ASSERT_EQ(kernel.barriers.size(), 2U);
  EXPECT_TRUE(kernel.barriers[0].local_fence);
  EXPECT_FALSE(kernel.barriers[0].global_fence);
  EXPECT_TRUE(kernel.barriers[1].global_fence);
  EXPECT_EQ(kernel.barriers[0].location != model::kNone, true);
  EXPECT_EQ(kernel.sites.size(), 5U);
}

TEST(Frontend, InlinesCallsAndKeepsTheirPlaces) {
  const model::KernelModel kernel = model_of(R"(int get(global int* p, int i) { return p[i]; }
int twice(global int* p, int i) { return get(p, i) + get(p, 2 * i); }
kernel void f(global int* a) { a[0] = twice(a, 3); })");
  ASSERT_EQ(kernel.sites.size(), 3U);
  EXPECT_EQ(model::describe(kernel, kernel.sites[0].location),
            "test.cl:1:40 (inlined at test.cl:2:42) (inlined at test.cl:3:39)");
}

TEST(Frontend, ReadsStructParametersByOffset) {
  const model::KernelModel kernel = model_of(R"(typedef struct { int a; char b; float c[3]; } S;
kernel void f(global float* o, S s) { o[s.a] = s.c[1]; })");
  ASSERT_EQ(kernel.sites.size(), 1U);
  const model::Value& written = kernel.values[kernel.sites[0].written[0]];
  EXPECT_EQ(written.op, model::Op::Parameter);
  EXPECT_EQ(written.literal, 12U);
  EXPECT_EQ(kernel.parameters[1].bytes, 20U);
}

TEST(Frontend, KnowsWhereAPointerMayPoint) {
  const model::KernelModel kernel = model_of(R"(kernel void f(global int* a, global int* b, int c) {
  global int* p = c ? a : b + 4;
  p[get_local_id(0)] = 1;
})");
  ASSERT_EQ(kernel.sites.size(), 1U);
  EXPECT_EQ(kernel.sites[0].arrays, (std::vector<model::ArrayId>{1, 2}));
}

TEST(Frontend, ReportsCompileErrors) {
  const Translation result =
      translate({{"bad.cl", "kernel void f(global int* a) {\n  a[0] = b;\n}", "", "", {}}}, {});
  EXPECT_FALSE(result.compiled);
  ASSERT_EQ(result.messages.size(), 1U);
  EXPECT_TRUE(result.messages[0].is_error);
  EXPECT_EQ(result.messages[0].file, "bad.cl");
  EXPECT_EQ(result.messages[0].line, 2U);
  EXPECT_EQ(result.messages[0].column, 10U);
}

TEST(Frontend, RefusesNoSource) {
  const Translation result = translate({}, {});
  EXPECT_FALSE(result.compiled);
  EXPECT_FALSE(result.messages.empty());
}

TEST(Frontend, NamesWhatItDoesNotKnow) {
  const Translation result =
      translate({{"test.cl", "void g(int);\nkernel void f() {\n  g(1);\n}", "", "", {}}}, {});
  ASSERT_TRUE(result.compiled);
  ASSERT_EQ(result.kernels[0].unsupported.size(), 1U);
  EXPECT_NE(result.kernels[0].unsupported[0].construct.find('g'), std::string::npos);
  EXPECT_EQ(model::describe(result.kernels[0], result.kernels[0].unsupported[0].location), "test.cl:3:3");
}

}  // namespace
}  // namespace launchproof::frontend

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/verify/frontend/support.h"
#include "verify/model/padding.h"

namespace launchproof::frontend {
namespace {

using model::AccessKind;
using model::KernelModel;
using model::Memory;
using model::Op;

std::size_t count(const KernelModel& kernel, AccessKind kind, Memory memory) {
  return static_cast<std::size_t>(
      std::count_if(kernel.sites.begin(), kernel.sites.end(), [&](const model::Site& site) {
        return site.kind == kind && kernel.arrays[site.arrays.back()].memory == memory;
      }));
}

bool has(const KernelModel& kernel, Op op) {
  return std::any_of(kernel.values.begin(), kernel.values.end(),
                     [&](const model::Value& value) { return value.op == op; });
}

bool has_function(const KernelModel& kernel, const std::string& beginning) {
  return std::ranges::any_of(kernel.functions,
                             [&](const auto& function) { return function.name.starts_with(beginning); });
}

// Returns a kernel that stores the result of an expression of the float variable `a`.
KernelModel stores(const std::string& expression, const std::string& a, const std::string& options = "") {
  return model_of(
      "float once(float x) { return x * 1.0f; }\nkernel void f(global float* o, float b) { float a = " + a +
          "; o[0] = " + expression + "; }",
      options);
}

TEST(Prepare, FoldsFloatsToWhatEveryDeviceComputes) {
  for (const char* expression : {"a + 1.5f", "a * a", "a - 2", "(int)a", "(float)(double)a", "a > 0.25f",
                                 "((float2)(a, 1.0f) * 2).x", "-a", "(float)(int)(a * 7)"})
    EXPECT_TRUE(stores(expression, "0.5f").functions.empty()) << expression;
}

TEST(Prepare, LeavesFloatsToTheDevice) {
  EXPECT_TRUE(has_function(stores("a * a", "0.1f"), "float.mul."));          // rounded
  EXPECT_TRUE(has_function(stores("a / 2", "1.0f"), "float.div."));          // an error is allowed
  EXPECT_TRUE(has_function(stores("a * 0.5f", "0x1p-126f"), "float.mul."));  // subnormal
  EXPECT_TRUE(has_function(stores("a > 0", "0x1p-127f"), "float.ogt."));
  EXPECT_TRUE(has_function(stores("a - a", "INFINITY"), "float.sub."));      // no number
  EXPECT_TRUE(has_function(stores("(int)a", "1e30f"), "float.to_signed."));  // out of range
  EXPECT_TRUE(has_function(stores("(float2)(a, a).x * 3", "1e-45f"), "float.mul."));
  EXPECT_TRUE(has_function(stores("a * 2", "1.0f", "-cl-fast-relaxed-math"), "relaxed.mul"));
  EXPECT_TRUE(has_function(stores("once(b)", "0"), "float.mul."));  // while inlining
}

TEST(Prepare, LeavesFloatsThatAreTakenForFiniteToTheDevice) {
  EXPECT_FALSE(has_function(stores("isnan(b)", "b"), "float.special."));
  EXPECT_FALSE(has_function(stores("isnan(b)", "b", "-cl-unsafe-math-optimizations"), "float.special."));
  EXPECT_TRUE(has_function(stores("isnan(b)", "b", "-cl-finite-math-only"), "float.special.isnan."));
  EXPECT_TRUE(has_function(stores("isinf(b)", "b", "-cl-fast-relaxed-math"), "float.special.isinf."));
}

// One function for each place where a product may be added without being rounded.
TEST(Prepare, MarksWhereProductsMayBeContracted) {
  const auto places = [](const std::string& body) {
    const KernelModel kernel =
        model_of("kernel void f(global float* o, float4 a, float b, double c) {" + body + "}");
    return std::ranges::count_if(kernel.functions, [](const auto& function) {
      return (function.name.starts_with("float.add.") || function.name.starts_with("float.sub.")) &&
             std::ranges::count(function.name, '.') == 3;
    });
  };
  EXPECT_EQ(places("o[0] = b * b + 1;"), 1);
  EXPECT_EQ(places("o[0] = b * b + 1; o[1] = b * b + 1;"), 2);
  EXPECT_EQ(places("float p = b * b; o[0] = p - b;"), 1);
  EXPECT_EQ(places("o[0] = b - -(b * b);"), 1);
  EXPECT_EQ(places("o[0] = (b * b) * (double)1 + c;"), 1);
  EXPECT_EQ(places("o[0] = (a * a).y + b;"), 1);
  EXPECT_EQ(places("o[0] = (a * a + a).y;"), 1);
  EXPECT_EQ(places("_Pragma(\"OPENCL FP_CONTRACT ON\") o[0] = b * b + 1;"), 1);
  EXPECT_EQ(places("_Pragma(\"OPENCL FP_CONTRACT OFF\") o[0] = b * b + 1;"), 0);
  EXPECT_EQ(places("o[0] = b + 1 - a.x;"), 0);
}

TEST(Prepare, PromotesPrivateScalarsAndStructs) {
  const KernelModel kernel = model_of(R"(typedef struct { float4 v; int n; char c; double d; } S;
kernel void f(global S* a, global float* o) {
  S s = a[get_global_id(0)];
  s.n += 2; s.d *= 3;
  int t[4]; t[0] = s.n; t[1] = s.c; t[2] = 1; t[3] = t[0] + t[1];
  o[t[3]] = s.v.y + s.d;
  a[0] = s;
})");
  EXPECT_EQ(count(kernel, AccessKind::Read, Memory::Private), 0U) << model::to_text(kernel);
  EXPECT_EQ(count(kernel, AccessKind::Write, Memory::Private), 0U);
  ASSERT_EQ(kernel.sites.size(), 3U);
  EXPECT_EQ(kernel.sites[0].bytes, 32U);
  EXPECT_EQ(kernel.sites[2].bytes, 32U);
}

TEST(Prepare, KeepsPrivateArraysThatAreIndexed) {
  const KernelModel kernel = model_of(R"(kernel void f(global int* o, int n) {
  int t[8];
  for (int i = 0; i < 8; i++) t[i] = i * n;
  o[0] = t[n & 7];
})");
  EXPECT_EQ(count(kernel, AccessKind::Read, Memory::Private), 1U);
  EXPECT_EQ(count(kernel, AccessKind::Write, Memory::Private), 1U);
  EXPECT_EQ(kernel.arrays[2].name, "t");
  EXPECT_EQ(kernel.arrays[2].bytes, 32U);
}

TEST(Prepare, KnowsTheContentsOfConstantTables) {
  for (const char* declaration : {"constant int w[4] = {1, 2, 3, 40}; kernel void f(global int* o) {",
                                  "kernel void f(global int* o) { const int w[4] = {1, 2, 3, 40};",
                                  "kernel void f(global int* o) { int w[4] = {1, 2, 3, 40};"}) {
    const KernelModel kernel = model_of(std::string(declaration) + " o[0] = w[get_local_id(0)]; }");
    EXPECT_EQ(kernel.sites.size(), 2U) << model::to_text(kernel);
    const model::Array& table = kernel.arrays[kernel.sites[0].arrays.front()];
    EXPECT_EQ(table.name, "w");
    EXPECT_EQ(table.memory, Memory::Constant);
    ASSERT_TRUE(table.contents);
    EXPECT_EQ(table.contents->size(), 16U);
    EXPECT_EQ((*table.contents)[12], 40);
  }
}

TEST(Prepare, CopiesATableThatIsChanged) {
  const KernelModel kernel =
      model_of("kernel void f(global int* o, int i) { int w[4] = {1, 2, 3, 4}; w[i] = 7; o[0] = w[i & 1]; }");
  EXPECT_EQ(count(kernel, AccessKind::Write, Memory::Private), 5U) << model::to_text(kernel);
}

TEST(Prepare, NeverTakesAnUninitialisedValueForChosen) {
  const KernelModel kernel =
      model_of("kernel void f(global int* o, int c) { int x; if (c) x = 1; o[x] = 1; }");
  EXPECT_TRUE(has(kernel, Op::Undefined)) << model::to_text(kernel);
  EXPECT_TRUE(has(kernel, Op::Phi));
}

TEST(Prepare, ArithmeticWraps) {
  // With overflow undefined, x + 1 > x would be folded to true.
  const KernelModel kernel = model_of("kernel void f(global int* o, int x) { if (x + 1 > x) o[0] = 1; }");
  EXPECT_TRUE(has(kernel, Op::SLess));
}

TEST(Prepare, LowersSwitches) {
  const KernelModel kernel = model_of(R"(kernel void f(global int* o, int x) {
  int y = 9;
  switch (x) { case 1: y = 4; break; case 2: case 3: y = 5; case 7: y += 1; break; default: return; }
  o[y] = 1;
})");
  EXPECT_EQ(kernel.sites.size(), 1U);
  EXPECT_TRUE(has(kernel, Op::Phi));
}

TEST(Prepare, SimplifiesLoops) {
  const KernelModel kernel = model_of(R"(kernel void f(global int* o, int n) {
  for (int i = 0; i < n; i++) {
    if (o[i] == 3) continue;
    for (int j = 0; j < i; j++) { if (o[j] == 4) break; barrier(CLK_LOCAL_MEM_FENCE); }
    do { o[i]--; } while (o[i] > 0);
  }
})");
  ASSERT_EQ(kernel.loops.size(), 3U);
  EXPECT_EQ(kernel.loops[0].depth, 1U);
  EXPECT_EQ(kernel.loops[1].depth, 2U);
  EXPECT_EQ(kernel.loops[1].parent, 0U);
}

TEST(Prepare, SplitsLoopsWithSeveralEntries) {
  const KernelModel kernel = model_of(R"(kernel void f(global int* o, int n) {
  int i = 0;
  if (n > 3) goto middle;
top: o[i] = 1;
middle: i++;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) goto top;
})");
  EXPECT_EQ(kernel.sites.size(), 1U);
  EXPECT_EQ(kernel.barriers.size(), 1U);
  EXPECT_FALSE(kernel.loops.empty());
}

TEST(Prepare, KeepsSharedAccessesOfEveryKind) {
  const KernelModel kernel = model_of(R"(void touch(global int* p) { *p; }
kernel void f(global int* a, volatile global int* b, local int* l) {
  touch(a); touch(a); a[0]; b[0] = 1; b[0] = 1; l[0] = 2; int unused = l[0];
  if (a[1]) { } 
})");
  EXPECT_EQ(kernel.sites.size(), 8U) << model::to_text(kernel);
  EXPECT_EQ(std::count_if(kernel.sites.begin(), kernel.sites.end(),
                          [](const model::Site& s) { return s.is_volatile; }),
            2);
}

TEST(Prepare, ResolvesGenericPointers) {
  DeviceEnvironment device;
  device.opencl_c_version = "2.0";
  const KernelModel kernel = model_of(R"(void twice(float* p) { *p *= 2; }
kernel void f(global float* a, local float* l, int c) {
  float x = a[0]; twice(&x); twice(a + 1); twice(l); a[2] = x; twice(c ? a : a + 3);
})",
                                      "-cl-std=CL2.0", device);
  EXPECT_EQ(count(kernel, AccessKind::Read, Memory::Private), 0U) << model::to_text(kernel);
  EXPECT_EQ(count(kernel, AccessKind::Read, Memory::Global), 3U);
  EXPECT_EQ(count(kernel, AccessKind::Read, Memory::Local), 1U);
  for (const model::Site& site : kernel.sites) EXPECT_FALSE(site.is_volatile);
}

TEST(Prepare, MergesPointersByArrayAndOffset) {
  const KernelModel kernel = model_of(R"(kernel void f(global int* a, global int* b, int n) {
  for (int i = 0; i < n; i++) { a[i] = b[i]; global int* t = a; a = b; b = t; }
})");
  ASSERT_EQ(kernel.sites.size(), 2U);
  EXPECT_EQ(kernel.sites[0].arrays, (std::vector<model::ArrayId>{1, 2}));
  EXPECT_EQ(kernel.values[kernel.sites[0].base].op, Op::Phi);
}

TEST(Prepare, PointersThatAdvanceStayInTheirArray) {
  const KernelModel kernel = model_of(
      "kernel void f(global int* a, int n) { global int* end = a + n; for (global int* p = a; p < end; p += "
      "2) *p = end - p; }");
  ASSERT_EQ(kernel.sites.size(), 1U);
  EXPECT_EQ(kernel.values[kernel.sites[0].base].op, Op::Constant);
  EXPECT_TRUE(kernel.functions.empty());
}

TEST(Prepare, APointerMayStepBeforeItsArray) {
  const KernelModel kernel =
      model_of("kernel void f(global int* a, int n) { for (global int* p = a + n; p >= a; p--) *p = 1; }");
  EXPECT_TRUE(has(kernel, Op::SLessEq)) << model::to_text(kernel);
}

TEST(Prepare, NullPointersAreTheNullArray) {
  const KernelModel kernel = model_of(
      "kernel void f(global int* a, int n) { global int* p = 0; if (n) p = a; *p = 1; if (a != 0) a[1] = 2; "
      "}");
  EXPECT_EQ(kernel.sites[0].arrays, (std::vector<model::ArrayId>{0, 1}));
  EXPECT_TRUE(std::any_of(kernel.functions.begin(), kernel.functions.end(),
                          [](const model::Function& function) { return function.name == "pointer.equal"; }));
}

TEST(Prepare, CallsOfKernelsAreInlined) {
  const Translation result = translate(
      {{"test.cl",
        "typedef struct { int a[3]; } S; kernel void g(global int* p, S s) { p[s.a[1]] = s.a[2]; }\n"
        "kernel void f(global int* a, S s) { s.a[1] = 7; g(a, s); g(a + 1, s); }",
        "",
        "",
        {}}},
      {});
  ASSERT_EQ(result.kernels.size(), 2U);
  for (const KernelModel& kernel : result.kernels) {
    EXPECT_EQ(model::validate(kernel), "");
    EXPECT_TRUE(kernel.unsupported.empty()) << model::to_text(kernel);
  }
  EXPECT_EQ(result.kernels[0].sites.size(), 1U);
  ASSERT_EQ(result.kernels[1].sites.size(), 2U);
  EXPECT_EQ(result.kernels[1].values[result.kernels[1].sites[0].offset].literal, 28U);
}

// Comes after the program's own components if it stores a vector of three rather than a vector of four.
TEST(Prepare, VectorsOfThreeHavePadding) {
  const KernelModel kernel = model_of(
      "kernel void f(global float3* a, global float4* b, global float* c) { float x; float4 v; v.xyz = "
      "a[1];\n"
      " a[0] = (float3)(1, 2, 3); a[0] = a[1]; a[0] = vload3(0, c);\n"
      " b[0] = v; b[0] = (float4)(1, 2, 3, x); vstore3(a[1], 0, c); c[0] = x; }");
  std::string padded;
  for (const model::Site& site : kernel.sites) {
    if (site.kind != model::AccessKind::Write) continue;
    for (std::size_t i = 0; i < site.written.size(); ++i)
      padded += model::is_padding(kernel, site, i) ? 'p' : '.';
    padded += ' ';
  }
  EXPECT_EQ(padded, "...p ...p ...p .... .... ... . ");
}

TEST(Prepare, LocalVariablesAreArraysOfTheirName) {
  const KernelModel kernel = model_of(
      "kernel void f(local float2* l) { local float tile[16][17]; local int n; tile[get_local_id(0)][1] = 1; "
      "n = 2; l[0] = 0; }");
  ASSERT_EQ(kernel.sites.size(), 3U);
  const model::Array& tile = kernel.arrays[kernel.sites[0].arrays[0]];
  EXPECT_EQ(tile.name, "tile");
  EXPECT_EQ(tile.memory, Memory::Local);
  EXPECT_EQ(tile.bytes, 16U * 17 * 4);
  EXPECT_EQ(tile.element_type, "float");
  EXPECT_FALSE(kernel.arrays[kernel.sites[2].arrays[0]].bytes.has_value());
  EXPECT_EQ(kernel.arrays[kernel.sites[2].arrays[0]].element_type, "float2");
}

TEST(Prepare, AddressesOf32Bits) {
  DeviceEnvironment device;
  device.address_bits = 32;
  const KernelModel kernel =
      model_of("kernel void f(global int* a) { a[get_global_id(0)] = 1; }", "", device);
  EXPECT_EQ(kernel.address_bits, 32U);
  EXPECT_EQ(kernel.values[kernel.sites[0].offset].width, 32U);
}

}  // namespace
}  // namespace launchproof::frontend

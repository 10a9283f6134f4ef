#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/verify/frontend/support.h"

namespace launchproof::frontend {
namespace {

using model::AccessKind;
using model::KernelModel;
using model::Op;

// Returns the values that the only write of a kernel stores, lowest component first.
std::vector<model::Value> stored(const KernelModel& kernel) {
  std::vector<model::Value> values;
  for (const model::Site& site : kernel.sites)
    if (site.kind == AccessKind::Write)
      for (const model::ValueId id : site.written) values.push_back(kernel.values[id]);
  return values;
}

struct Exact {
  const char* type;
  const char* expression;
  std::vector<std::uint64_t> expected;  // bits of each component
};

class ExactBuiltins : public ::testing::TestWithParam<Exact> {};

// Constant arguments make the whole expression a constant, so the formula is checked against known results.
TEST_P(ExactBuiltins, YieldTheirDefinition) {
  const Exact& item = GetParam();
  const KernelModel kernel = model_of(std::string("kernel void f(global ") + item.type +
                                      "* out) { out[0] = " + item.expression + "; }");
  std::vector<std::uint64_t> bits;
  for (const model::Value& value : stored(kernel)) {
    EXPECT_EQ(value.op, Op::Constant) << model::to_text(kernel);
    bits.push_back(value.literal);
  }
  EXPECT_EQ(bits, item.expected) << item.expression;
}

INSTANTIATE_TEST_SUITE_P(
    Integers, ExactBuiltins,
    ::testing::Values(
        Exact{"uint", "abs(-5)", {5}}, Exact{"uint", "abs((int)0x80000000)", {0x80000000}},
        Exact{"uint", "abs(7u)", {7}}, Exact{"uint", "abs_diff(-2000000000, 2000000000)", {4000000000}},
        Exact{"uint", "abs_diff(3u, 5u)", {2}}, Exact{"int", "add_sat(2000000000, 2000000000)", {0x7fffffff}},
        Exact{"int", "add_sat(-2000000000, -2000000000)", {0x80000000}}, Exact{"int", "add_sat(-2, 5)", {3}},
        Exact{"uint", "add_sat(4000000000u, 4000000000u)", {0xffffffff}},
        Exact{"uint", "add_sat(1u, 2u)", {3}}, Exact{"uchar", "add_sat((uchar)250, (uchar)10)", {255}},
        Exact{"char", "sub_sat((char)-100, (char)100)", {0x80}}, Exact{"uint", "sub_sat(3u, 5u)", {0}},
        Exact{"int", "sub_sat(2000000000, -2000000000)", {0x7fffffff}},
        Exact{"long", "add_sat(0x7fffffffffffffffL, 1L)", {0x7fffffffffffffff}},
        Exact{"long", "sub_sat((long)0x8000000000000000UL, 1L)", {0x8000000000000000}},
        Exact{"long", "sub_sat(5L, 9L)", {0xfffffffffffffffc}},
        Exact{"ulong", "add_sat(0xffffffffffffffffUL, 1UL)", {0xffffffffffffffff}},
        Exact{"ulong", "sub_sat(1UL, 2UL)", {0}}, Exact{"int", "hadd(-3, 0)", {0xfffffffe}},
        Exact{"uint", "hadd(0xffffffffu, 0xfffffffdu)", {0xfffffffe}},
        Exact{"int", "rhadd(-3, 0)", {0xffffffff}},
        Exact{"uint", "rhadd(0xffffffffu, 0xfffffffeu)", {0xffffffff}}, Exact{"int", "clz(1)", {31}},
        Exact{"int", "clz(0)", {32}}, Exact{"int", "clz(-1)", {0}}, Exact{"uchar", "clz((uchar)9)", {4}},
        Exact{"ulong", "clz(0x10000UL)", {47}}, Exact{"int", "popcount(0x12345678)", {13}},
        Exact{"uchar", "popcount((uchar)0xff)", {8}}, Exact{"ulong", "popcount(0xffffffffffffffffUL)", {64}},
        Exact{"uint", "mul_hi(0x80000000u, 6u)", {3}}, Exact{"int", "mul_hi(-1, 1)", {0xffffffff}},
        Exact{"ulong", "mul_hi(0xffffffffffffffffUL, 0xffffffffffffffffUL)", {0xfffffffffffffffe}},
        Exact{"long", "mul_hi(-2L, 3L)", {0xffffffffffffffff}},
        Exact{"long", "mul_hi(0x4000000000000000L, -8L)", {0xfffffffffffffffe}},
        Exact{"uint", "mad_hi(0x80000000u, 6u, 4u)", {7}},
        Exact{"int", "mad_sat(100000, 100000, 5)", {0x7fffffff}},
        Exact{"int", "mad_sat(100000, -100000, 5)", {0x80000000}},
        Exact{"int", "mad_sat(3, -4, 5)", {0xfffffff9}},
        Exact{"uint", "mad_sat(65536u, 65536u, 0u)", {0xffffffff}},
        Exact{"uint", "mad_sat(65535u, 65537u, 1u)", {0xffffffff}},
        Exact{"uint", "mad_sat(6u, 7u, 8u)", {50}},
        Exact{"uchar", "mad_sat((uchar)16, (uchar)16, (uchar)0)", {255}},
        Exact{"int", "mul24(-3, 5)", {0xfffffff1}}, Exact{"uint", "mad24(3u, 5u, 7u)", {22}},
        Exact{"uint", "rotate(0x80000001u, 1u)", {3}}, Exact{"uint", "rotate(5u, 0u)", {5}},
        Exact{"uint", "rotate(0x80000001u, 33u)", {3}},
        Exact{"uchar", "rotate((uchar)0x81, (uchar)7)", {0xc0}},
        Exact{"ushort", "upsample((uchar)0x12, (uchar)0x34)", {0x1234}},
        Exact{"long", "upsample((int)-1, 2u)", {0xffffffff00000002}},
        Exact{"int", "min(-1, 1)", {0xffffffff}}, Exact{"uint", "min(0xffffffffu, 1u)", {1}},
        Exact{"int", "max(-1, 1)", {1}}, Exact{"int", "clamp(-7, -3, 3)", {0xfffffffd}},
        Exact{"uint", "clamp(7u, 1u, 3u)", {3}}, Exact{"int2", "max((int2)(1, 5), 3)", {3, 5}},
        Exact{"int2", "clamp((int2)(-9, 9), -2, 2)", {0xfffffffe, 2}}));

INSTANTIATE_TEST_SUITE_P(
    Bits, ExactBuiltins,
    ::testing::Values(
        Exact{"int", "select(1, 2, 1)", {2}}, Exact{"int", "select(1, 2, 0)", {1}},
        Exact{"int2", "select((int2)(1, 2), (int2)(3, 4), (int2)(1, -1))", {1, 4}},
        Exact{"uint", "bitselect(0xf0f0u, 0x0f0fu, 0xff00u)", {0x0ff0}},
        Exact{"int", "any((int2)(1, 2))", {0}}, Exact{"int", "any((int2)(1, -2))", {1}},
        Exact{"int", "all((int2)(-1, 2))", {0}}, Exact{"int", "all((int3)(-1, -2, -3))", {1}},
        Exact{"int4", "shuffle((int4)(10, 11, 12, 13), (uint4)(3, 3, 0, 5))", {13, 13, 10, 11}},
        Exact{"int2", "shuffle2((int2)(10, 11), (int2)(12, 13), (uint2)(2, 1))", {12, 11}},
        Exact{"uchar", "convert_uchar(300)", {44}}, Exact{"uchar", "convert_uchar_sat(300)", {255}},
        Exact{"uchar", "convert_uchar_sat(-3)", {0}}, Exact{"char", "convert_char_sat(200u)", {127}},
        Exact{"char", "convert_char_sat(-200)", {0x80}},
        Exact{"int", "convert_int_sat(0xffffffffu)", {0x7fffffff}},
        Exact{"uint", "convert_uint_sat(-1)", {0}}, Exact{"ulong", "convert_ulong_sat(-1)", {0}},
        Exact{"long", "convert_long((int)-1)", {0xffffffffffffffff}},
        Exact{"ushort4", "convert_ushort4((uchar4)(1, 2, 3, 255))", {1, 2, 3, 255}},
        Exact{"uint", "as_uint(1.0f)", {0x3f800000}}, Exact{"short2", "as_short2(0x00020001)", {1, 2}},
        Exact{"int", "as_int((uchar4)(1, 2, 3, 4))", {0x04030201}},
        Exact{"uint", "as_uint(fabs(-1.0f))", {0x3f800000}},
        Exact{"uint", "as_uint(copysign(1.0f, -0.0f))", {0xbf800000}}, Exact{"int", "isnan(0.0f)", {0}},
        Exact{"int", "isnan(as_float(0x7fc00000))", {1}}, Exact{"int", "isinf(as_float(0xff800000))", {1}},
        Exact{"int", "isfinite(1.0f)", {1}}, Exact{"int", "isnormal(as_float(0x00800000))", {1}},
        Exact{"int", "isnormal(as_float(0x007fffff))", {0}}, Exact{"int", "signbit(-1.0f)", {1}},
        Exact{"int2", "isnan((float2)(1.0f, as_float(0x7fc00000)))", {0, 0xffffffff}}));

TEST(Builtins, MatchEveryTypeOfAnOperation) {
  // Equal names must mean equal functions: the type, predicate and rounding are part of the name.
  const KernelModel kernel =
      model_of(R"(kernel void f(global float* o, float a, float b, double c, int i, uint u) {
  o[0] = a + b; o[1] = (float)(c + c); o[2] = i; o[3] = u; o[4] = a < b; o[5] = a <= b;
  o[6] = convert_float_rtz(i); o[7] = convert_float(i);
})");
  std::vector<std::string> names;
  names.reserve(kernel.functions.size());
  for (const model::Function& function : kernel.functions) names.push_back(function.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  for (const char* name :
       {"float.add.32", "float.add.64", "float.from_signed.32.32", "float.from_unsigned.32.32",
        "float.olt.32", "float.ole.32", "float.from_signed_rtz.32.32"})
    EXPECT_TRUE(std::binary_search(names.begin(), names.end(), name)) << name;
}

TEST(Builtins, FloatFunctionsAreFunctionsOfTheirOperands) {
  const KernelModel kernel = model_of(R"(kernel void f(global float* o, float4 a, float b) {
  o[0] = sin(b); o[1] = dot(a, a); o[2] = max(a.x, b); o[3] = native_exp(b); o[4] = isless(a.x, b); o[5] = a.x < b;
})");
  const std::vector<model::Value> values = stored(kernel);
  ASSERT_EQ(values.size(), 6U);
  EXPECT_EQ(kernel.functions[values[0].index].name, "sin.f32");
  EXPECT_EQ(kernel.functions[values[1].index].name, "dot.f32.of8.0");
  EXPECT_EQ(values[1].operands.size(), 8U);
  EXPECT_EQ(kernel.functions[values[2].index].name, "max.f32");
  EXPECT_EQ(kernel.functions[values[3].index].name, "native_exp.f32");
  // Both comparisons become the same function.
  EXPECT_EQ(std::count_if(kernel.functions.begin(), kernel.functions.end(),
                          [](const model::Function& function) { return function.name == "float.olt.32"; }),
            1);
}

TEST(Builtins, WorkItemFunctionsAreExact) {
  const KernelModel kernel = model_of(R"(kernel void f(global ulong* o, uint d) {
  o[0] = get_local_id(1); o[1] = get_global_size(7); o[2] = get_group_id(5); o[3] = get_work_dim(); o[4] = get_local_id(d);
})");
  const std::vector<model::Value> values = stored(kernel);
  ASSERT_EQ(values.size(), 5U);
  EXPECT_EQ(values[0].op, Op::LocalId);
  EXPECT_EQ(values[0].index, 1U);
  EXPECT_EQ(values[1].literal, 1U);
  EXPECT_EQ(values[2].literal, 0U);
  EXPECT_EQ(values[3].op, Op::ZExt);
  EXPECT_EQ(values[4].op, Op::Select);
}

TEST(Builtins, VectorAccessesAreOneSite) {
  const KernelModel kernel =
      model_of(R"(kernel void f(global float* p, global half* h, global float4* q, int i) {
  vstore3(vload3(i, p), 2, p); q[i] = q[i + 1];
  vstore_half2((float2)(1, 2), i, h); p[0] = vload_half(3, h); vstorea_half3((float3)(1, 2, 3), 1, h);
})");
  ASSERT_EQ(kernel.sites.size(), 8U);
  EXPECT_EQ(kernel.sites[0].bytes, 12U);
  EXPECT_EQ(kernel.sites[0].component_bytes, 4U);
  EXPECT_EQ(kernel.values[kernel.sites[1].offset].literal, 24U);
  EXPECT_EQ(kernel.sites[2].bytes, 16U);
  EXPECT_EQ(kernel.sites[4].bytes, 4U);
  EXPECT_EQ(kernel.sites[4].component_bytes, 2U);
  EXPECT_EQ(kernel.values[kernel.sites[5].offset].literal, 6U);
  EXPECT_EQ(kernel.sites[7].bytes, 6U);
  EXPECT_EQ(kernel.values[kernel.sites[7].offset].literal, 8U);
}

TEST(Builtins, SecondResultsAreWritten) {
  const KernelModel kernel = model_of(
      "kernel void f(global float* p, global int* e) { p[0] = fract(p[1], p + 2) + frexp(p[3], e); }");
  std::vector<model::ArrayId> written;
  for (const model::Site& site : kernel.sites)
    if (site.kind == AccessKind::Write) written.push_back(site.arrays.front());
  EXPECT_EQ(written, (std::vector<model::ArrayId>{1, 2, 1}));
}

TEST(Builtins, AtomicsAreAtomicSites) {
  const KernelModel kernel = model_of(R"(kernel void f(global int* g, local uint* l, global long* w) {
  int old = atomic_add(g, 1); atomic_inc(l); g[old] = atomic_cmpxchg(g + 1, 2, 3); atom_max(w, 5L);
})");
  std::vector<std::uint32_t> widths;
  for (const model::Site& site : kernel.sites) {
    if (site.kind != AccessKind::Atomic) continue;
    widths.push_back(site.bytes);
    EXPECT_EQ(site.atomic_order, 0U);
    EXPECT_EQ(site.scope, model::AtomicScope::Device);
    EXPECT_TRUE(site.atomic_writes);
  }
  EXPECT_EQ(widths, (std::vector<std::uint32_t>{4, 4, 4, 8}));
}

TEST(Builtins, AtomicsOfOpenCL2HaveOrderAndScope) {
  DeviceEnvironment device;
  device.opencl_c_version = "2.0";
  const KernelModel kernel = model_of(R"(kernel void f(global atomic_int* g, global int* o) {
  o[0] = atomic_load_explicit(g, memory_order_acquire, memory_scope_work_group);
  atomic_store(g, 3);
  o[1] = atomic_fetch_add_explicit(g, 1, memory_order_relaxed, memory_scope_device);
  int e = 4;
  o[2] = atomic_compare_exchange_strong(g, &e, 5);
})",
                                      "-cl-std=CL2.0", device);
  std::vector<model::Site> atomics;
  for (const model::Site& site : kernel.sites)
    if (site.kind == AccessKind::Atomic) atomics.push_back(site);
  ASSERT_EQ(atomics.size(), 4U);
  EXPECT_FALSE(atomics[0].atomic_writes);
  EXPECT_EQ(atomics[0].atomic_order, 2U);
  EXPECT_EQ(atomics[0].scope, model::AtomicScope::WorkGroup);
  EXPECT_EQ(atomics[1].atomic_order, 5U);
  EXPECT_EQ(atomics[2].atomic_order, 0U);
  EXPECT_TRUE(atomics[3].atomic_writes);
}

TEST(Builtins, ABarrierOfANarrowerScopeOrdersNoMemory) {
  DeviceEnvironment device;
  device.opencl_c_version = "2.0";
  device.extensions.emplace_back("cl_khr_subgroups");
  const auto fences = [&](const std::string& scope) {
    const KernelModel kernel = model_of(
        "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
        "kernel void f(global int* a) { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE" +
            scope + "); a[0] = 1; }",
        "-cl-std=CL2.0", device);
    EXPECT_EQ(kernel.barriers.size(), 1U) << scope;
    EXPECT_FALSE(kernel.barriers[0].is_of_sub_group()) << scope;
    EXPECT_EQ(kernel.barriers[0].local_fence, kernel.barriers[0].global_fence) << scope;
    return kernel.barriers[0].local_fence;
  };
  for (const char* wide :
       {"", ", memory_scope_work_group", ", memory_scope_device", ", memory_scope_all_svm_devices"})
    EXPECT_TRUE(fences(wide)) << wide;
  for (const char* narrow : {", memory_scope_work_item", ", memory_scope_sub_group"})
    EXPECT_FALSE(fences(narrow)) << narrow;
}

// A function that the whole sub-group must reach is a synchronisation point of the sub-group. A value
// exchanged by a part of it is arbitrary.
TEST(Builtins, FunctionsOfTheSubGroupAreTakenApart) {
  const KernelModel kernel = model_of(R"(#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void f(global uint* o, uint i) {
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  o[0] = sub_group_reduce_add(i); o[1] = sub_group_broadcast(i, i + 1);
  o[2] = get_sub_group_id(); o[3] = sub_group_ballot(i).x;
})",
                                      "-cl-std=CL2.0");
  ASSERT_EQ(kernel.barriers.size(), 3U);
  for (const model::Barrier& barrier : kernel.barriers) EXPECT_TRUE(barrier.is_of_sub_group());
  EXPECT_EQ(kernel.barriers[0].kind, model::Convergence::Barrier);
  EXPECT_EQ(kernel.barriers[1].kind, model::Convergence::Collective);
  EXPECT_EQ(kernel.barriers[2].same.size(), 1U);
  EXPECT_TRUE(kernel.barriers[0].local_fence);
  EXPECT_FALSE(kernel.barriers[0].global_fence);
  EXPECT_EQ(kernel.fences.size(), 0U);
  const std::vector<model::Value> values = stored(kernel);
  ASSERT_EQ(values.size(), 4U);
  EXPECT_EQ(values[0].op, Op::Collective);
  EXPECT_EQ(values[0].literal, 1U);
  EXPECT_EQ(values[2].op, Op::SubGroup);
  EXPECT_EQ(values[2].index, static_cast<std::uint32_t>(model::SubGroupValue::Id));
  EXPECT_EQ(values[3].index, static_cast<std::uint32_t>(model::SubGroupValue::Result));
}

TEST(Builtins, BarriersOfTheSubGroupHaveFlagsAndAScope) {
  const auto barrier = [](const std::string& arguments) {
    return model_of(
        "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
        "kernel void f(global uint* o) { sub_group_barrier(" +
            arguments + "); o[0] = 1; }",
        "-cl-std=CL2.0");
  };
  const KernelModel narrow = barrier("CLK_LOCAL_MEM_FENCE, memory_scope_work_item");
  EXPECT_FALSE(narrow.barriers.at(0).local_fence);
  EXPECT_TRUE(narrow.fences.empty());
  const KernelModel wide = barrier("CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE, memory_scope_device");
  EXPECT_TRUE(wide.barriers.at(0).global_fence && wide.barriers.at(0).image_fence);
  EXPECT_FALSE(wide.barriers.at(0).local_fence);
  EXPECT_EQ(wide.fences.size(), 1U);
}

TEST(Builtins, AKernelMayRequireASizeOfSubGroups) {
  const std::string kernel = "kernel void f(global uint* o) { o[0] = 1; }";
  EXPECT_EQ(model_of(kernel).required_sub_group_size, 0U);
  EXPECT_EQ(model_of("__attribute__((intel_reqd_sub_group_size(16))) " + kernel).required_sub_group_size,
            16U);
}

// On devices that allow function pointers, the called function is only known while the kernel runs.
TEST(Builtins, CallsThroughPointersAreUnsupportedWithTheirLine) {
  DeviceEnvironment device;
  device.extensions.emplace_back("__cl_clang_function_pointers");
  const Translation result = translate({{"test.cl",
                                         "#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable\n"
                                         "int same(int x) { return x; }\n"
                                         "int twice(int x) { return 2 * x; }\n"
                                         "kernel void f(global int* a, int which) {\n"
                                         "  a[(which ? same : twice)(get_local_id(0))] = 1;\n"
                                         "}\n",
                                         "",
                                         "",
                                         {}}},
                                       device);
  ASSERT_EQ(result.kernels.size(), 1U) << (result.messages.empty() ? "" : result.messages.front().text);
  const model::KernelModel& kernel = result.kernels.front();
  ASSERT_FALSE(kernel.unsupported.empty());
  bool named = false;
  for (const model::UnsupportedItem& item : kernel.unsupported)
    named |= item.construct.find("function pointer") != std::string::npos &&
             kernel.locations[item.location].line == 5;
  EXPECT_TRUE(named) << kernel.unsupported.front().construct;
}

// The kernels that Clang generates for blocks do not count as kernels of the program.
TEST(Builtins, BlocksOfTheDevicesQueueAreNoKernels) {
  const Translation result = translate(
      {{"test.cl",
        "kernel void f(global int* a) {\n enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, "
        "ndrange_1D(8), ^{ a[0] = 1; }); }",
        "-cl-std=CL2.0",
        "",
        {}}},
      {});
  ASSERT_EQ(result.kernels.size(), 1U);
  EXPECT_FALSE(result.kernels.front().unsupported.empty());
}

TEST(Builtins, FencesAreNoBarriers) {
  const KernelModel kernel =
      model_of("kernel void f(global int* a) { a[0] = 1; mem_fence(CLK_GLOBAL_MEM_FENCE); a[1] = 2; }");
  EXPECT_EQ(kernel.fences.size(), 1U);
  EXPECT_TRUE(kernel.barriers.empty());
}

TEST(Builtins, PrintAndPrefetchTouchNothing) {
  DeviceEnvironment device;
  const KernelModel kernel =
      model_of("kernel void f(global int* a) { prefetch(a, 4); printf(\"%d\\n\", a[0]); }", "", device);
  EXPECT_EQ(kernel.sites.size(), 1U);
}

struct Refused {
  const char* text;  // the construct stands in line 2
  const char* construct;
};

class RefusedConstructs : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedConstructs, AreNamedWithTheirLine) {
  DeviceEnvironment device;
  device.opencl_c_version = "2.0";
  const Translation result = translate({{"test.cl", GetParam().text, "-cl-std=CL2.0", "", {}}}, device);
  for (const CompilerMessage& message : result.messages) EXPECT_FALSE(message.is_error) << message.text;
  ASSERT_EQ(result.kernels.size(), 1U);
  const KernelModel& kernel = result.kernels.front();
  EXPECT_EQ(model::validate(kernel), "");
  bool found = false;
  for (const model::UnsupportedItem& item : kernel.unsupported)
    found |= item.construct.find(GetParam().construct) != std::string::npos &&
             item.location != model::kNone && kernel.locations[item.location].line == 2;
  EXPECT_TRUE(found) << model::to_text(kernel);
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, RefusedConstructs,
    ::testing::Values(
        Refused{"kernel void f(global int* a, local int* l, int n) { event_t e = async_work_group_copy(l, a, "
                "16, 0);"
                "\n wait_group_events(n, &e); }",
                "number of events that is not constant"},
        Refused{"int intel_sub_group_shuffle(int, uint);\nkernel void f(global int* a) { a[0] = "
                "intel_sub_group_shuffle(a[1], 4); }",
                "sub-group"},
        Refused{"int g(int);\nint h(int i) { return i ? h(i - 1) + 1 : 0; } kernel void f(global int* a) { "
                "a[0] = h(3); }",
                "recursive call of h"},
        Refused{"kernel void f(global int* a) {\n __asm__ volatile(\"nop\"); }", "assembly"},
        Refused{"kernel void f(global int* a, ulong p) {\n *(global int*)p = 1; }", "made from an integer"},
        Refused{"kernel void f(global int* a, uint flags) {\n barrier(flags); }", "flags"},
        Refused{"struct S { global int* p; }; kernel void f(global struct S* s) {\n s->p[0] = 1; }",
                "pointer read from memory"},
        Refused{"int unknown(int); kernel void f(global int* a) {\n a[0] = unknown(1); }", "unknown"}));

}  // namespace
}  // namespace launchproof::frontend

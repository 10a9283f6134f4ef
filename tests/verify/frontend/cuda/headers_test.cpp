// Tests that the headers in front of a CUDA source do not affect the source's own definitions, whatever it
// includes.
#include "verify/frontend/cuda/headers.h"
#include "verify/frontend/cuda/alignments.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
#include <set>
#include <string_view>

#include "tests/verify/frontend/cuda/support.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr const char* kOwn[] = {
    "__device__ int min(int a, int b) { return a < b ? a : b; }\n"
    "__global__ void k(int* p) { p[0] = min(p[1], p[2]); }\n",
    "__device__ float max(float a, float b) { return a > b ? a : b; }\n"
    "__global__ void k(float* p) { p[0] = max(p[1], p[2]); }\n",
    "template <typename T> __device__ T max(T a, T b) { return a > b ? a : b; }\n"
    "struct S { int v; __device__ bool operator>(const S& o) const { return v > o.v; } };\n"
    "__global__ void k(S* p) { p[0] = max(p[1], p[2]); }\n",
    "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n"
    "__global__ void k(int* p) { p[0] = MIN(p[1], min(p[2], p[3])); }\n",
    "__device__ double atomicAdd(double* at, double value) {\n"
    "  unsigned long long* bits = (unsigned long long*)at;\n"
    "  unsigned long long old = *bits, assumed;\n"
    "  do {\n"
    "    assumed = old;\n"
    "    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));\n"
    "  } while (assumed != old);\n"
    "  return __longlong_as_double(old);\n"
    "}\n"
    "__global__ void k(double* p) { atomicAdd(p, 1.0); }\n",
    "__host__ __device__ inline float4 operator+(float4 a, float4 b) {\n"
    "  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);\n"
    "}\n"
    "__global__ void k(float4* p) { p[0] = p[1] + p[2]; }\n",
    "inline __host__ __device__ void operator+=(float3& a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; "
    "}\n"
    "__global__ void k(float3* p) { p[0] += p[2]; }\n",
    "inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }\n"
    "inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }\n"
    "__global__ void k(float3* p, float4* q) { p[0] = make_float3(1.0f); p[1] = make_float3(q[0]); }\n",
    "inline __host__ __device__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }\n"
    "inline __host__ __device__ int clamp(int f, int a, int b) { return max(a, min(f, b)); }\n"
    "__global__ void k(float* p, int* q) { p[0] = clamp(p[1], 0.0f, 1.0f); q[0] = clamp(q[1], 0, 1); }\n",
    "template <typename T> __device__ T clamp(T v, T low, T high) { return v < low ? low : v > high ? high : "
    "v; }\n"
    "__global__ void k(int* q) { q[0] = clamp<int>(q[1], 0, 1); }\n",
    "typedef unsigned int uint;\ntypedef unsigned short ushort;\ntypedef unsigned long ulong;\n"
    "typedef unsigned char uchar;\n"
    "__global__ void k(uint* p, uchar* q) { p[0] = q[0]; }\n",
    "inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }\n"
    "inline __host__ __device__ float3 normalize(float3 v) {\n"
    "  float s = 1.0f / sqrtf(dot(v, v));\n"
    "  return make_float3(v.x * s, v.y * s, v.z * s);\n"
    "}\n"
    "__global__ void k(float3* p) { p[0] = normalize(p[1]); }\n",
    "__device__ unsigned int lane_id() { return threadIdx.x & (warpSize - 1); }\n"
    "__device__ float saturate(float a) { return a; }\n"
    "__device__ int __launch = 0;\n"
    "__global__ void k(float* p) { p[lane_id()] = saturate(p[0]); }\n",
    "struct half_edge { int a; };\nstruct complex { float x, y; };\n"
    "__global__ void k(complex* p, half_edge* h) { p[0].x = h[0].a; }\n",
};

constexpr const char* kIncluded[] = {
    "#include <cmath>\n",
    "#include <algorithm>\n",
    "#include <vector>\n",
    "#include <stdio.h>\n",
    "#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <assert.h>\n",
    "#include <cstdlib>\n#include <cstring>\n#include <cstdint>\n#include <limits>\n#include <iostream>\n",
    "#include <cuda_runtime.h>\n#include <cuda.h>\n#include <device_launch_parameters.h>\n",
    "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n",
    "#include <cooperative_groups.h>\n#include <cuda/atomic>\n",
    "#include <cuda/barrier>\n#include <cuda/pipeline>\n#include <cuda_pipeline.h>\n",
    "#include <cuda_awbarrier.h>\n#include <cuda_awbarrier_primitives.h>\n"};

TEST(CudaHeaders, AProgramsOwnDefinitionsComeFirst) {
  for (const char* text : kOwn) EXPECT_EQ(errors_of(text), "") << text;
}

// A kernel that calls a header function whose name another kernel defines is in another group. System headers
// take a second to compile, so each group is compiled as one program, whose kernels are distinguished by
// numbers.
constexpr std::initializer_list<std::size_t> kTogether[] = {{0, 1, 2, 4, 5, 6, 7, 9, 10, 12, 13}, {3, 8, 11}};

std::string together(const std::initializer_list<std::size_t>& group) {
  constexpr std::string_view kKernel = " void k(";
  std::string all;
  for (const std::size_t one : group) {
    std::string text = kOwn[one];
    text.replace(text.rfind(kKernel), kKernel.size(), " void k" + std::to_string(one) + "(");
    all += text;
  }
  return all;
}

TEST(CudaHeaders, SystemHeadersStandBeforeOrBehind) {
  std::string all;
  for (const char* included : kIncluded) all += included;
  std::set<std::size_t> seen;
  for (const auto& group : kTogether) {
    seen.insert(group.begin(), group.end());
    const std::string text = together(group);
    EXPECT_EQ(errors_of(all + text), "") << text;
    EXPECT_EQ(errors_of(text + all), "") << text;
  }
  EXPECT_EQ(seen.size(), std::size(kOwn));
}

// NVIDIA's headers, where a toolkit is installed.
TEST(CudaHeaders, ThoseOfAToolkitStandBesideOurs) {
  if (!std::filesystem::exists("/usr/local/cuda/include/cuda_fp8.h"))
    GTEST_SKIP() << "no CUDA toolkit is installed";
  EXPECT_EQ(errors_of("#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#include <cuda_fp16.h>\n"
                      "#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n#include <cuda/std/utility>\n"
                      "__global__ void k(float* out, __half a, __nv_bfloat16 b) {\n"
                      "  const __half_raw bits = a;\n"
                      "  out[bits.x] = __bfloat162float(__nv_bfloat16(__nv_bfloat16_raw(b)));\n}\n"),
            "");
}

TEST(CudaHeaders, EachSystemHeaderStandsAlone) {
  const std::string own =
      std::string(kOwn[0]) +
      "__global__ void all(float* p, double* d) {\n"
      "  p[0] = sqrtf(p[1]) + fabs(p[2]) + powf(p[3], 2.0f) + max(p[4], 1.0f) + abs(p[5]);\n"
      "  d[0] = pow(d[1], 2.0) + floor(d[2]) + exp(d[3]);\n}\n";
  for (const char* included : kIncluded) {
    EXPECT_EQ(errors_of(included + own), "") << included;
    EXPECT_EQ(errors_of(own + included), "") << included;
  }
}

// The kernel calls the function that the program defines.
TEST(CudaHeaders, AProgramsOwnFunctionIsTheOneThatIsCalled) {
  const Translation own = translate_cuda(
      "__device__ int min(int a, int b) { return 7; }\n"
      "__global__ void k(int* p, int a) { p[0] = min(a, a); }\n");
  ASSERT_EQ(own.kernels.size(), 1U);
  const model::KernelModel& kernel = own.kernels.front();
  ASSERT_EQ(kernel.sites.size(), 1U);
  const model::Value& written = kernel.values[kernel.sites.front().written.front()];
  EXPECT_EQ(written.op, model::Op::Constant);
  EXPECT_EQ(written.literal, 7U);
}

TEST(CudaHeaders, StandOnceAndDefineNoMacrosOfOthers) {
  std::set<std::string_view> names;
  for (const Header& header : headers()) EXPECT_TRUE(names.insert(header.name).second) << header.name;
  EXPECT_TRUE(names.contains("launchproof_cuda.h"));
  for (const char* macro : {"min", "max", "uint", "half", "clamp", "N", "T", "WARP_SIZE"}) {
    const std::string name = macro;
    EXPECT_EQ(errors_of("#ifdef " + name + "\n#error defined\n#endif\n__global__ void k() {}\n"), "") << name;
  }
}

TEST(CudaHeaders, AMissingHeaderIsNamed) {
  const std::string errors = errors_of("#include \"no_such_header.h\"\n__global__ void k() {}\n");
  EXPECT_NE(errors.find("no_such_header.h"), std::string::npos) << errors;
  EXPECT_NE(errors.find("--cuda-path"), std::string::npos) << errors;
}

// Sizes and alignments (programming guide, table "Alignment Requirements").
// As CUDA's compiler takes them, and Clang does not.
TEST(CudaHeaders, AlignmentsStandInFrontOfSharedVariables) {
  EXPECT_EQ(with_alignments_first("extern __shared__ alignas(16) float a[];"),
            "alignas(16) extern __shared__ float a[];");
  EXPECT_EQ(with_alignments_first("__shared__\nalignas(alignof(float4)) int a, b; __shared__ int c;"),
            "alignas(alignof(float4))\n__shared__ int a, b; __shared__ int c;");
  EXPECT_EQ(with_alignments_first("__shared__ alignas(16"), "__shared__ alignas(16");
  EXPECT_EQ(with_alignments_first("my__shared__ alignas(16) int a;"), "my__shared__ alignas(16) int a;");
  EXPECT_EQ(errors_of("__global__ void k() { __shared__ alignas(float4) float a[4]; a[threadIdx.x] = 0; }\n"),
            "");
}

TEST(CudaHeaders, VectorsLieAsTheGuideSays) {
  struct Row {
    const char* type;
    unsigned size, alignment;
  };
  constexpr Row kRows[] = {
      {"char1", 1, 1},         {"uchar1", 1, 1},      {"char2", 2, 2},       {"uchar2", 2, 2},
      {"char3", 3, 1},         {"uchar3", 3, 1},      {"char4", 4, 4},       {"uchar4", 4, 4},
      {"short1", 2, 2},        {"ushort1", 2, 2},     {"short2", 4, 4},      {"ushort2", 4, 4},
      {"short3", 6, 2},        {"ushort3", 6, 2},     {"short4", 8, 8},      {"ushort4", 8, 8},
      {"int1", 4, 4},          {"uint1", 4, 4},       {"int2", 8, 8},        {"uint2", 8, 8},
      {"int3", 12, 4},         {"uint3", 12, 4},      {"int4", 16, 16},      {"uint4", 16, 16},
      {"long1", 8, 8},         {"ulong1", 8, 8},      {"long2", 16, 16},     {"ulong2", 16, 16},
      {"long3", 24, 8},        {"ulong3", 24, 8},     {"long4", 32, 16},     {"ulong4", 32, 16},
      {"longlong1", 8, 8},     {"ulonglong1", 8, 8},  {"longlong2", 16, 16}, {"ulonglong2", 16, 16},
      {"longlong3", 24, 8},    {"ulonglong3", 24, 8}, {"longlong4", 32, 16}, {"ulonglong4", 32, 16},
      {"float1", 4, 4},        {"float2", 8, 8},      {"float3", 12, 4},     {"float4", 16, 16},
      {"double1", 8, 8},       {"double2", 16, 16},   {"double3", 24, 8},    {"double4", 32, 16},
      {"dim3", 12, 4},         {"__half", 2, 2},      {"__half2", 4, 4},     {"__nv_bfloat16", 2, 2},
      {"__nv_bfloat162", 4, 4}};
  std::string text = "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n";
  for (const Row& row : kRows)
    text += "static_assert(sizeof(" + std::string(row.type) + ") == " + std::to_string(row.size) +
            " && alignof(" + row.type + ") == " + std::to_string(row.alignment) + ", \"" + row.type +
            "\");\n";
  EXPECT_EQ(errors_of(text + "__global__ void k() {}\n"), "");
  // The assertions are examined.
  EXPECT_NE(errors_of("static_assert(sizeof(float3) == 16, \"float3\");\n__global__ void k() {}\n"), "");
}

}  // namespace
}  // namespace launchproof::frontend::cuda

// Tests kernels that run on memory of this process, by their results.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "verify/frontend/opencl/assumed_device.h"
#include "verify/replay/in_place_kernel.h"

namespace launchproof::replay {
namespace {

frontend::PreparedProgram program_of(const std::string& text) {
  frontend::ProgramSource source;
  source.language = frontend::SourceLanguage::Cuda;
  source.file_name = "k.cu";
  source.text = text;
  return frontend::prepare_program({source}, frontend::assumed_device({}));
}

template <typename Value>
std::vector<std::uint8_t> bytes_of(const Value& value) {
  std::vector<std::uint8_t> bytes(sizeof value);
  std::memcpy(bytes.data(), static_cast<const void*>(&value), sizeof value);
  return bytes;
}

// Runs the kernel `k` of the program; `arguments` holds the bytes of each argument.
void run(const std::string& text, std::uint64_t groups, std::uint64_t items,
         std::vector<std::vector<std::uint8_t>> arguments, std::uint64_t dynamic_bytes = 0,
         const std::map<std::string, std::uint64_t>& variables = {}) {
  const frontend::PreparedProgram program = program_of(text);
  ASSERT_TRUE(program.compiled);
  const InPlaceKernel kernel(program, "k", variables);
  ASSERT_EQ(kernel.refusal(), "");
  EXPECT_EQ(kernel.run({{groups, 1, 1}, {items, 1, 1}, dynamic_bytes, std::move(arguments)}).problem, "");
}

TEST(InPlace, EachWorkItemWritesItsElement) {
  std::vector<int> out(1000, -1);
  run("__global__ void k(int* out, int n) {"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;"
      "  if (i < n) out[i] = 2 * i + (int)gridDim.x;"
      "}",
      8, 128, {bytes_of(out.data()), bytes_of(1000)});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(out[i], 2 * i + 8);
}

TEST(InPlace, BarriersOrderSharedMemory) {
  std::vector<int> in(256), out(4);
  std::iota(in.begin(), in.end(), 0);
  const std::string text = R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[64];
      s[threadIdx.x] = in[64 * blockIdx.x + threadIdx.x];
      __syncthreads();
      for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
      }
      if (threadIdx.x == 0) out[blockIdx.x] = s[0];
    })";
  run(text, 4, 64, {bytes_of(in.data()), bytes_of(out.data())});
  for (int g = 0; g < 4; ++g) EXPECT_EQ(out[g], 64 * 64 * g + 64 * 63 / 2);
}

constexpr const char* kGridSum = R"(
  #include <cooperative_groups.h>
  __global__ void k(int* part, int* out, int blocks) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    if ((int)blockIdx.x >= blocks) return;
    for (int round = 1; round <= 3; ++round) {
      if (threadIdx.x == 0) part[blockIdx.x] = round * (blockIdx.x + 1);
      grid.sync();
      int sum = 0;
      for (unsigned i = 0; i < gridDim.x; ++i) sum += part[i];
      out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
      grid.sync();
    }
  })";

TEST(InPlace, BarriersOfTheGridOrderAllBlocks) {
  constexpr std::size_t kBlocks = 100, kThreads = 64;
  std::vector<int> part(kBlocks), out(kBlocks * kThreads);
  run(kGridSum, kBlocks, kThreads,
      {bytes_of(part.data()), bytes_of(out.data()), bytes_of(static_cast<int>(kBlocks))});
  for (const int sum : out) EXPECT_EQ(sum, 3 * 100 * 101 / 2);
}

TEST(InPlace, ABarrierOfTheGridThatABlockMissesEndsTheLaunch) {
  const frontend::PreparedProgram program = program_of(kGridSum);
  const InPlaceKernel kernel(program, "k", {});
  std::vector<int> part(4), out(256);
  const auto result =
      kernel.run({{4, 1, 1}, {64, 1, 1}, 0, {bytes_of(part.data()), bytes_of(out.data()), bytes_of(3)}});
  EXPECT_NE(result.problem.find("blocks wait forever at a barrier of the grid"), std::string::npos)
      << result.problem;
}

TEST(InPlace, ABarrierOfAGridThatIsTooLargeIsRefused) {
  const frontend::PreparedProgram program = program_of(kGridSum);
  const InPlaceKernel kernel(program, "k", {});
  std::vector<int> part(1000), out(64000);
  const auto result = kernel.run(
      {{1000, 1, 1}, {64, 1, 1}, 0, {bytes_of(part.data()), bytes_of(out.data()), bytes_of(1000)}});
  EXPECT_NE(result.problem.find("needs all work-items at once"), std::string::npos) << result.problem;
}

TEST(InPlace, DynamicMemoryFollowsStaticMemory) {
  std::vector<int> out(32);
  const std::string text = R"(
    extern __shared__ int dynamic[];
    __global__ void k(int* out) {
      __shared__ int fixed[32];
      fixed[threadIdx.x] = 1000;
      dynamic[threadIdx.x] = threadIdx.x;
      __syncthreads();
      out[threadIdx.x] = fixed[31 - threadIdx.x] + dynamic[31 - threadIdx.x];
    })";
  run(text, 1, 32, {bytes_of(out.data()), {}}, 128);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 1031 - i);
}

TEST(InPlace, LanesOfAWarpExchangeValues) {
  std::vector<int> out(64);
  const std::string text = R"(
    __global__ void k(int* out) {
      int value = threadIdx.x;
      for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(0xffffffff, value, d);
      out[threadIdx.x] = value;
    })";
  run(text, 1, 64, {bytes_of(out.data())});
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i < 32 ? 496 : 496 + 1024);
}

TEST(InPlace, AtomicsLoseNothing) {
  unsigned count = 0, wrapped = 0, highest = 0;
  float sum = 0;
  std::uint64_t swapped = 7;
  const std::string text = R"(
    __global__ void k(unsigned* count, unsigned* wrapped, unsigned* highest, float* sum, unsigned long long* swapped) {
      atomicAdd(count, 1);
      atomicInc(wrapped, 9);
      atomicMax(highest, threadIdx.x);
      atomicAdd(sum, 0.5f);
      atomicCAS(swapped, 7ull, 9ull);
    })";
  run(text, 100, 100,
      {bytes_of(&count), bytes_of(&wrapped), bytes_of(&highest), bytes_of(&sum), bytes_of(&swapped)});
  EXPECT_EQ(count, 10000U);
  EXPECT_EQ(wrapped, 0U);  // 10,000 steps of a counter with ten values
  EXPECT_EQ(highest, 99U);
  EXPECT_EQ(sum, 5000.0F);
  EXPECT_EQ(swapped, 9U);
}

TEST(InPlace, PointersInStructuresAreFollowed) {
  struct Arguments {
    const int* in;
    int* out;
    int factor;
  };
  std::vector<int> in{1, 2, 3, 4}, out(4);
  const Arguments arguments{in.data(), out.data(), 10};
  const std::string text = R"(
    struct Arguments { const int* in; int* out; int factor; };
    __global__ void k(Arguments a) { a.out[threadIdx.x] = a.factor * a.in[threadIdx.x]; })";
  run(text, 1, 4, {bytes_of(arguments), bytes_of(in.data()), bytes_of(out.data())});
  EXPECT_EQ(out, (std::vector<int>{10, 20, 30, 40}));
}

TEST(InPlace, VariablesLieWhereTheHostPutThem) {
  int counter = 5;
  std::vector<int> out(1);
  const std::string text =
      "__device__ int counter = 1; __global__ void k(int* out) { *out = counter; atomicAdd(&counter, 2); }";
  const frontend::PreparedProgram program = program_of(text);
  const std::vector<std::string> names = program_variables(program);
  ASSERT_EQ(names.size(), 1U);
  run(text, 1, 1, {bytes_of(out.data())}, 0, {{names[0], reinterpret_cast<std::uint64_t>(&counter)}});
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(counter, 7);
}

TEST(InPlace, AVariableWithoutAnAddressIsRefused) {
  const frontend::PreparedProgram program =
      program_of("__device__ int counter; __global__ void k() { atomicAdd(&counter, 1); }");
  const InPlaceKernel kernel(program, "k", {});
  EXPECT_NE(kernel.refusal().find("which has no address"), std::string::npos) << kernel.refusal();
  EXPECT_EQ(kernel.run({}).problem, kernel.refusal());
}

TEST(InPlace, AMissingKernelIsRefused) {
  const InPlaceKernel kernel(program_of("__global__ void k() {}"), "other", {});
  EXPECT_EQ(kernel.refusal(), "the program has no kernel other");
}

TEST(InPlace, PrivateArraysAreOfEachWorkItem) {
  std::vector<int> out(64);
  const std::string text = R"(
    __global__ void k(int* out) {
      int own[40];
      for (int i = 0; i < 40; ++i) own[(i + threadIdx.x) % 40] = i * (int)threadIdx.x;
      __syncthreads();
      out[threadIdx.x] = own[(3 + threadIdx.x) % 40];
    })";
  run(text, 1, 64, {bytes_of(out.data())});
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], 3 * i);
}

TEST(InPlace, FunctionsOfAWarpWaitForTheThreadsOfTheirMask) {
  std::vector<int> out(32, -1);
  run(R"(
    __global__ void k(int* out) {
      const int lane = threadIdx.x;
      if (lane < 8) {
        out[lane] = __reduce_add_sync(0xffu, lane);
      } else if (lane < 24) {
        const unsigned mask = lane < 16 ? 0xff00u : 0xff0000u;
        for (int i = 0; i < lane / 8; ++i) out[lane] = __shfl_xor_sync(mask, lane, 1);
      } else {
        out[lane] = __ballot_sync(0xff000000u, lane & 1);
      }
    })",
      1, 32, {bytes_of(out.data())});
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], 28);
  for (int i = 8; i < 24; ++i) EXPECT_EQ(out[i], i ^ 1);
  for (int i = 24; i < 32; ++i) EXPECT_EQ(static_cast<unsigned>(out[i]), 0xaa000000U);
}

TEST(InPlace, ThreadsThatHaveReturnedAreNotWaitedFor) {
  std::vector<int> out(32, -1);
  run(R"(
    __global__ void k(int* out) {
      if (threadIdx.x >= 20) return;
      out[threadIdx.x] = __syncthreads_count(threadIdx.x & 1) + __ballot_sync(0xffffffffu, threadIdx.x == 3);
    })",
      1, 32, {bytes_of(out.data())});
  EXPECT_EQ(out[0], 10 + 8);
  EXPECT_EQ(out[20], -1);
}

// Work-items that end at other barriers than the rest, and warps that are at other meetings, continue side by
// side.
TEST(InPlace, ThreadsEndAfterBarriersOfTheirOwnNumber) {
  constexpr int kItems = 96;
  std::vector<int> out(std::size_t{2} * kItems, -1);
  run(R"(
    __global__ void k(int* out) {
      __shared__ int s[96];
      int t = threadIdx.x, sum = 0;
      for (int i = 0; i <= t / 32; ++i) {
        s[t] = t + i;
        __syncthreads();
        if (t < 32) sum += __shfl_sync(0xffffffffu, s[t], 31 - t);
        else sum += s[t - 32 * (t / 32)];
        __syncthreads();
      }
      out[blockIdx.x * 96 + t] = sum;
    })",
      2, kItems, {bytes_of(out.data())});
  for (int t = 0; t < kItems; ++t) {
    const int lane = t % 32;
    const int first = t < 32 ? 31 - t : lane;
    // The first warp ends after one round, and its elements remain.
    const int expected = t < 32 ? first : (t / 32 + 1) * lane;
    EXPECT_EQ(out[t], expected) << t;
    EXPECT_EQ(out[kItems + t], expected) << t;
  }
}

TEST(InPlace, CorrectlyRoundedFunctionsAreExact) {
  std::vector<float> out(6);
  run(R"(
    __global__ void k(float* out, float a, float b) {
      out[0] = fmaf(a, a, -b);
      out[1] = sqrtf(b);
      out[2] = floorf(-a);
      out[3] = ceilf(a);
      out[4] = truncf(-a);
      out[5] = rintf(2.5f * b);
    })",
      1, 1, {bytes_of(out.data()), bytes_of(1.0001F), bytes_of(1.0F)});
  EXPECT_EQ(out[0], std::fma(1.0001F, 1.0001F, -1.0F));
  EXPECT_NE(out[0], 1.0001F * 1.0001F - 1.0F);
  EXPECT_EQ(out, (std::vector<float>{out[0], 1, -2, 2, -1, 2}));
}

TEST(InPlace, ThreadsThatWaitForEachOtherForEverEndTheLaunch) {
  std::vector<int> out(32, -1);
  const frontend::PreparedProgram program = program_of(R"(
    __global__ void k(int* out) {
      if (threadIdx.x < 16) __syncthreads();
      else __syncwarp();
      out[threadIdx.x] = 1;
    })");
  const InPlaceKernel kernel(program, "k", {});
  ASSERT_EQ(kernel.refusal(), "");
  const InPlaceResult result = kernel.run({{1, 1, 1}, {32, 1, 1}, 0, {bytes_of(out.data())}});
  EXPECT_NE(result.problem.find("wait at different barriers"), std::string::npos) << result.problem;
  EXPECT_EQ(out[0], -1);
}

TEST(InPlace, OperationsRoundInTheirDirection) {
  std::vector<float> out(6);
  run(R"(
    __global__ void k(float* out, float a, float b) {
      out[0] = __fadd_rd(a, b);
      out[1] = __fadd_ru(a, b);
      out[2] = __fmul_rz(-a, 1.0000001f);
      out[3] = __fmaf_rd(a, 1, -b);
      out[4] = __fdiv_ru(a, 3);
      out[5] = __fdiv_rd(a, 3);
    })",
      1, 1, {bytes_of(out.data()), bytes_of(1.0F), bytes_of(1e-10F)});
  EXPECT_EQ(out[0], 1.0F);
  EXPECT_EQ(out[1], std::nextafter(1.0F, 2.0F));
  EXPECT_EQ(out[2], -1.0000001F);
  EXPECT_EQ(out[3], std::nextafter(1.0F, 0.0F));
  EXPECT_EQ(out[4], std::nextafter(out[5], 1.0F));
}

}  // namespace
}  // namespace launchproof::replay

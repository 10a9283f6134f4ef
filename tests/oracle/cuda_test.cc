// Tests CUDA: warps, masks, and what barriers wait for and order. Each statement is tested with its opposite.
#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle {
namespace {

constexpr const char* kBlock = "--blockDim 64 --gridDim 1";

std::string judged(const std::string& text, const std::string& launch = kBlock) {
  return summary(
      judge_cuda("__global__ void k(int* out) {\n  __shared__ int s[64];\n"
                 "  const int t = threadIdx.x, lane = t % 32;\n" +
                     text + "\n}\n",
                 launch));
}

TEST(Cuda, BarrierOrdersTheBlock) {
  EXPECT_EQ(judged("s[t] = t; __syncthreads(); out[t] = s[63 - t];"), "clean");
  EXPECT_EQ(judged("s[t] = t; __syncwarp(); out[t] = s[63 - t];"), "defect data-race:read-write");
  EXPECT_EQ(judged("out[t] = t; __syncthreads(); s[t] = out[63 - t];"), "clean") << "global memory too";
}

TEST(Cuda, WarpBarrierOrdersTheMask) {
  EXPECT_EQ(judged("s[t] = t; __syncwarp(); out[t] = s[t ^ 1];"), "clean");
  EXPECT_EQ(judged("s[t] = t; out[t] = s[t ^ 1];"), "defect data-race:read-write");
  EXPECT_EQ(
      judged(
          "s[t] = t; if (lane < 16) __syncwarp(0xffffu); else __syncwarp(0xffff0000u); out[t] = s[t ^ 1];"),
      "clean");
  EXPECT_EQ(
      judged(
          "s[t] = t; if (lane < 16) __syncwarp(0xffffu); else __syncwarp(0xffff0000u); out[t] = s[t ^ 16];"),
      "defect data-race:read-write");
}

TEST(Cuda, OrderGoesByWayOfOthers) {
  const std::string chain =
      "if (lane == 0) s[t] = t;\n"
      "if (lane < 2) __syncwarp(3u);\n"
      "if (lane == 1 || lane == 2) __syncwarp(6u);\n";
  EXPECT_EQ(judged(chain + "if (lane == 2) out[t] = s[t - 2];"), "clean");
  EXPECT_EQ(judged(chain + "if (lane == 3) out[t] = s[t - 3];"), "defect data-race:read-write");
}

TEST(Cuda, ShufflesOrderNothing) {
  EXPECT_EQ(judged("s[t] = t; out[t] = __shfl_xor_sync(0xffffffffu, t, 1) + s[t ^ 1];"),
            "defect data-race:read-write");
}

TEST(Cuda, AllOfTheMaskCome) {
  EXPECT_EQ(judged("if (t < 32) out[t] = __any_sync(0xffffffffu, t == 3);"), "clean");
  EXPECT_EQ(judged("if (t < 16) out[t] = __any_sync(0xffffffffu, t == 3);"),
            "defect barrier-divergence:returned");
  EXPECT_EQ(judged("if (t < 16) out[t] = __any_sync(0xffffu, t == 3);"), "clean");
  EXPECT_EQ(judged("if (t < 17) out[t] = __any_sync(0xffffu, t == 3);"),
            "defect barrier-divergence:not-in-mask");
  EXPECT_EQ(judged("if (lane < 16) __syncwarp(); else out[t] = __any_sync(0xffffffffu, 1);"),
            "defect barrier-divergence:different-barrier");
}

TEST(Cuda, BarrierDoesNotWaitForWhoReturned) {
  EXPECT_EQ(judged("if (t > 40)\n return;\n s[t] = t; __syncthreads(); out[t] = s[40 - t];"), "clean");
  EXPECT_EQ(judged("if (t <= 40)\n __syncthreads();\n"), "defect barrier-divergence:returned");
  EXPECT_EQ(judged("if (t <= 40)\n __syncthreads();\n return;"), "defect barrier-divergence:returned");
  EXPECT_EQ(judged("if (t & 1) __barrier_sync(0); else __barrier_sync(0);"), "clean") << "not aligned";
  EXPECT_EQ(
      judged("if (t & 1) __barrier_sync(0); else __barrier_sync(1);").rfind("defect barrier-divergence", 0),
      0U)
      << "with two numbers";
  EXPECT_EQ(judged("if (t & 1) __syncthreads(); else __syncthreads();"),
            "defect barrier-divergence:different-barrier");
}

// A wrong value makes the kernel access memory outside of the array.
TEST(Cuda, Values) {
  const auto is = [](const std::string& value, const std::string& wanted) {
    const std::string text = "const int v = " + value + ", w = " + wanted + ";\n";
    EXPECT_EQ(judged(text + "if (v != w) out[-1] = 0;"), "clean") << value;
    EXPECT_NE(judged(text + "if (v != w + 1) out[-1] = 0;"), "clean") << value;
  };
  is("__shfl_sync(~0u, t, 3)", "t / 32 * 32 + 3");
  is("__shfl_sync(~0u, t, 3, 8)", "t / 8 * 8 + 3");
  is("__shfl_up_sync(~0u, t, 2)", "lane < 2 ? t : t - 2");
  is("__shfl_down_sync(~0u, t, 2, 16)", "t % 16 > 13 ? t : t + 2");
  is("__shfl_xor_sync(~0u, t, 5)", "t ^ 5");
  is("__shfl_xor_sync(~0u, t, 16, 16)", "lane < 16 ? t : t - 16");
  is("__ballot_sync(~0u, lane < 4)", "15");
  is("__reduce_add_sync(~0u, lane)", "496");
  is("__match_any_sync(~0u, lane / 2)", "3 << lane / 2 * 2");
  is("__syncthreads_count(t < 10)", "10");
  is("__syncthreads_and(t < 63)", "0");
  is("__syncthreads_or(t == 63)", "1");
  is("__popc(t) + __ffs(8) + __clz(1)", "__builtin_popcount(t) + 35");
}

TEST(Cuda, ScopesAndSharedMemory) {
  EXPECT_EQ(judged("atomicAdd(out, t);", "--blockDim 8 --gridDim 2"), "clean");
  EXPECT_EQ(judged("atomicAdd_block(out, t);", "--blockDim 8 --gridDim 2"), "defect data-race:atomic-atomic");
  EXPECT_EQ(judged("extern __shared__ int d[]; d[t] = t;", "--blockDim 8 --gridDim 1 --local d=32"), "clean");
  EXPECT_EQ(judged("extern __shared__ int d[]; d[t] = t;", "--blockDim 8 --gridDim 1 --local d=28"),
            "defect out-of-bounds:write");
}

}  // namespace
}  // namespace launchproof::oracle

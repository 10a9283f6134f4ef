// What is precompiled for later sources changes nothing but the time: models and messages are those of the
// first ones.
#include <gtest/gtest.h>

#include <string>

#include "tests/verify/frontend/cuda/support.h"
#include "verify/model/kernel_model.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr const char* kSources[] = {
    "__global__ void k(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
    // Functions of the program in place of those of the headers.
    "__device__ int min(int a, int b) { return a < b ? a + 1 : b; }\n"
    "__global__ void k(int* p) { p[0] = min(p[1], p[2]); }\n",
    "__device__ int __popc(long long a) { return 7; }\n"
    "__global__ void k(int* p) { p[0] = __popc(p[1]) + __popc(2LL); }\n",
    // Headers that are there already, and one that is not.
    "#include <cuda_runtime.h>\n#include <vector_types.h>\n#include <cuda_fp16.h>\n#include "
    "<cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "__global__ void k(int4* p, __half* h) { cg::this_thread_block().sync(); p[threadIdx.x] = make_int4(1, "
    "2, 3, 4);"
    " h[threadIdx.x] = __float2half(1.0f); }\n",
    // Annotations, also behind a macro, constant and shared memory, atomics, shuffles, vectors.
    "#define HOLDS(x) __requires(x)\n__constant__ int table[8];\n"
    "__global__ void k(int* p, int n) { HOLDS(n > 3); __requires(n < 9); __shared__ float4 t[32];\n"
    " t[threadIdx.x] = make_float4(1, 2, 3, 4) ; __syncthreads(); atomicAdd(p, table[n & 7]);\n"
    " p[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)t[31 - threadIdx.x].x, 1); }\n",
    // Functions by pointers, lambdas, templates, and __COUNTER__.
    "__device__ int twice(int a) { return 2 * a + __COUNTER__; }\n"
    "template <typename F> __device__ int apply(F f, int a) { return f(a); }\n"
    "__global__ void k(int* p) { int (*f)(int) = twice; p[0] = apply(f, p[1]) + apply([](int a) { return a + "
    "1; }, p[2]); }\n",
    // Host code that names what is not declared.
    "__global__ void k(int* p) { p[threadIdx.x] = 1; }\nint main() { unknown_function(1); return 0; }\n",
    // Programs that do not compile, and one without a kernel.
    "__global__ void k(int* p) { p[0] = undeclared; }\n",
    "__global__ void k(int* p) { p[0] = min(p, 1); }\n",
    "__device__ int f() { return 1; }\n",
    // Warnings.
    "__global__ void k(int* p) { int x = 1 / 0; p[0] = x; unsigned char c = 300; p[1] = c; }\n",
};

// Everything that may differ: models, and messages with their places.
std::string in_words(const Translation& translation) {
  std::string text = translation.compiled ? "" : "not compiled\n";
  for (const model::KernelModel& kernel : translation.kernels) text += model::to_text(kernel) + "\n";
  for (const CompilerMessage& message : translation.messages)
    text += message.file + ":" + std::to_string(message.line) + ":" + std::to_string(message.column) + ": " +
            message.text + "\n";
  for (const std::string& assumption : translation.assumptions) text += assumption + "\n";
  return text;
}

TEST(Prelude, ChangesNeitherModelsNorMessages) {
  constexpr int kRounds = 2;
  int number = 0;
  for (const char* source : kSources)
    for (const std::string options : {"", "-use_fast_math -std=c++20 -arch=sm_80"}) {
      const std::string first =
          in_words(translate_cuda(source, options + " -DFIRST=" + std::to_string(++number)));
      for (int i = 0; i < kRounds; ++i) translate_cuda(source, options + " -DOTHERS");
      EXPECT_EQ(in_words(translate_cuda(source, options + " -DOTHERS")), first) << options << "\n" << source;
    }
}

// A macro of the command line counts in the headers too.
TEST(Prelude, IsOfTheSameMacros) {
  const std::string source = "__global__ void k(int* p) { p[0] = CHOSEN; }\n";
  const auto words_of = [&](const std::string& value) {
    return in_words(translate_cuda(source, "-DCHOSEN=" + value));
  };
  const std::string with_three = words_of("3");
  const std::string with_four = words_of("4");
  EXPECT_NE(with_three, with_four);
  for (int round = 0; round < 4; ++round) {
    EXPECT_EQ(words_of("3"), with_three) << round;
    EXPECT_EQ(words_of("4"), with_four) << round;
  }
}

}  // namespace
}  // namespace launchproof::frontend::cuda

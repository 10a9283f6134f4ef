// Tests the models of CUDA kernels.
#include <algorithm>
#include <set>
#include <string>

#include "tests/verify/frontend/support.h"

namespace launchproof::frontend {
namespace {

using model::KernelModel;
using model::Memory;
using model::ParameterKind;

Translation translated(const std::string& text, const std::string& options = "") {
  ProgramSource source{.file_name = "test.cu", .text = text, .options = options};
  source.language = SourceLanguage::Cuda;
  return translate({source}, {});
}

std::set<std::string> names(const Translation& translation) {
  std::set<std::string> result;
  for (const KernelModel& kernel : translation.kernels) result.insert(kernel.name);
  return result;
}

std::string messages(const Translation& translation) {
  std::string all;
  for (const CompilerMessage& message : translation.messages) all += message.text + "\n";
  return all;
}

KernelModel kernel_of(const std::string& text) {
  const Translation result = translated(text);
  EXPECT_TRUE(result.compiled) << messages(result);
  if (result.kernels.size() != 1) {
    ADD_FAILURE() << result.kernels.size() << " kernels in\n" << text;
    return {};
  }
  const KernelModel& kernel = result.kernels.front();
  EXPECT_EQ(model::validate(kernel), "") << model::to_text(kernel);
  for (const model::UnsupportedItem& item : kernel.unsupported)
    ADD_FAILURE() << "unsupported: " << item.construct;
  return kernel;
}

const model::Array* array(const KernelModel& kernel, const std::string& name) {
  const auto found = std::ranges::find(kernel.arrays, name, &model::Array::name);
  return found == kernel.arrays.end() ? nullptr : &*found;
}

unsigned returns(const KernelModel& kernel) {
  return static_cast<unsigned>(std::ranges::count_if(kernel.blocks, &model::Block::ends_by_return));
}

TEST(Cuda, AStoredTruthValueIsItself) {
  const KernelModel kernel = kernel_of(
      "__global__ void k(int* out, int n) { const bool below = (int)threadIdx.x < n; if (below) "
      "out[threadIdx.x] = 1; }");
  const auto is_truncated = [](const model::Value& value) {
    return value.op == model::Op::Trunc && value.width == 1;
  };
  EXPECT_TRUE(std::ranges::none_of(kernel.values, is_truncated)) << model::to_text(kernel);
}

TEST(Cuda, PointerParametersAreGlobalMemory) {
  const KernelModel kernel =
      kernel_of("__global__ void k(float* out, const int* in, int n) { out[n] = in[n]; }");
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.language, model::Language::Cuda);
  ASSERT_EQ(kernel.parameters.size(), 3U);
  EXPECT_EQ(kernel.parameters[0].kind, ParameterKind::GlobalPointer);
  EXPECT_TRUE(kernel.parameters[1].is_const);
  EXPECT_EQ(kernel.parameters[2].kind, ParameterKind::Value);
  ASSERT_NE(array(kernel, "out"), nullptr);
  EXPECT_EQ(array(kernel, "out")->memory, Memory::Global);
}

TEST(Cuda, KernelsHaveTheNamesOfTheProgram) {
  const Translation result = translated(
      "namespace a { template <class T, int N> __global__ void scale(T* x) { x[N] = 1; } }\n"
      "template __global__ void a::scale<float, 4>(float*);\n"
      "template __global__ void a::scale<int, 2>(int*);\n"
      "__global__ void twice(int* x) { *x = 1; }\n"
      "__global__ void twice(float* x) { *x = 1; }\n"
      "extern \"C\" __global__ void plain(int* x) { *x = 1; }\n");
  EXPECT_EQ(names(result), (std::set<std::string>{"a::scale<float, 4>", "a::scale<int, 2>", "twice(int*)",
                                                  "twice(float*)", "plain"}))
      << messages(result);
}

TEST(Cuda, SaysHowATemplateBecomesAKernel) {
  const Translation result = translated("template <class T> __global__ void scale(T* x) { *x = 1; }");
  EXPECT_TRUE(result.kernels.empty());
  EXPECT_NE(messages(result).find("the kernel template scale is not instantiated"), std::string::npos)
      << messages(result);
}

TEST(Cuda, SaysWhereThereIsNoKernel) {
  const Translation result = translated("int main() { return 0; }");
  EXPECT_TRUE(result.kernels.empty());
  EXPECT_NE(messages(result).find("holds no kernel"), std::string::npos) << messages(result);
}

TEST(Cuda, DynamicSharedMemoryIsTheLastParameter) {
  const KernelModel kernel = kernel_of(
      "extern __shared__ float tile[];\n"
      "__device__ float read(int i) { return tile[i]; }\n"
      "__global__ void k(float* out) { tile[threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] = read(0); "
      "}");
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[1].name, "tile");
  EXPECT_EQ(kernel.parameters[1].kind, ParameterKind::LocalPointer);
  ASSERT_EQ(kernel.sites.size(), 3U);
  EXPECT_EQ(kernel.sites[0].arrays, kernel.sites[1].arrays);
}

TEST(Cuda, AllDynamicSharedMemoryIsOneObject) {
  const KernelModel kernel = kernel_of(
      "__device__ void put() { extern __shared__ int numbers[]; numbers[0] = 1; }\n"
      "__global__ void k() { extern __shared__ float values[]; values[0] = 1; put(); }");
  ASSERT_EQ(kernel.parameters.size(), 1U);
  EXPECT_EQ(kernel.parameters[0].name, "numbers");
  ASSERT_EQ(kernel.sites.size(), 2U);
  EXPECT_EQ(kernel.sites[0].arrays, kernel.sites[1].arrays);
}

TEST(Cuda, TheHostMayWriteConstantsThatAreNotConst) {
  const KernelModel kernel = kernel_of(
      "__constant__ int open[2] = {1, 2};\n"
      "__constant__ const int fixed[2] = {3, 4};\n"
      "__global__ void k(int* x, int i) { x[0] = open[i & 1] + fixed[i & 1]; }");
  ASSERT_NE(array(kernel, "open"), nullptr);
  EXPECT_EQ(array(kernel, "open")->memory, Memory::Constant);
  EXPECT_FALSE(array(kernel, "open")->contents.has_value());
  ASSERT_NE(array(kernel, "fixed"), nullptr);
  EXPECT_TRUE(array(kernel, "fixed")->contents.has_value());
}

TEST(Cuda, PointersInStructuresAreParameters) {
  const KernelModel kernel = kernel_of(
      "struct Rows { const int* of[2]; };\n"
      "struct View : Rows { float* data; int count; };\n"
      "__global__ void k(View view) { int i = threadIdx.x; if (i < view.count) view.data[i] = view.of[1][i]; "
      "}");
  std::vector<std::string> parameters(kernel.parameters.size());
  std::ranges::transform(kernel.parameters, parameters.begin(), &model::Parameter::name);
  EXPECT_EQ(parameters, (std::vector<std::string>{"view", "view.of[0]", "view.of[1]", "view.data"}));
  ASSERT_EQ(kernel.sites.size(), 2U);
  EXPECT_EQ(kernel.arrays[kernel.sites[0].arrays.front()].name, "view.of[1]");
  EXPECT_EQ(kernel.arrays[kernel.sites[1].arrays.front()].name, "view.data");
}

TEST(Cuda, AReturnStatementIsAnEndOfItsOwn) {
  EXPECT_EQ(returns(kernel_of("__global__ void k(int* x, int n) {\n"
                              "  if (threadIdx.x >= n) return;\n"
                              "  __syncthreads();\n"
                              "  x[threadIdx.x] = 1;\n"
                              "}")),
            1U);
  // The path leaves a scope with local variables.
  EXPECT_EQ(
      returns(kernel_of("__global__ void k(int* x, int n) {\n"
                        "  for (int i = 0; i < n; ++i) { int t[2]; t[i & 1] = x[i]; if (t[0]) return; }\n"
                        "  __syncthreads();\n"
                        "}")),
      1U);
}

TEST(Cuda, ABranchAroundABarrierIsNoReturn) {
  EXPECT_EQ(
      returns(kernel_of("__global__ void k(int* x) { if (threadIdx.x < 4) { __syncthreads(); } *x = 1; }")),
      0U);
}

TEST(Cuda, AReturnThatEndsTheBodyIsNone) {
  EXPECT_EQ(returns(kernel_of("__global__ void k(int* x, int n) {\n"
                              "  if (n < 0) return;\n"
                              "  if (threadIdx.x < 4) __syncthreads();\n"
                              "  return;\n"
                              "}")),
            1U);
}

TEST(Cuda, PointersThatALambdaCapturesAreParameters) {
  const KernelModel kernel = kernel_of(
      "template <class F> __global__ void each(F f, int* x) { x[threadIdx.x] = f(threadIdx.x); }\n"
      "void host(int* p, int k) { auto f = [=] __device__(int i) { return p[i] + k; }; each<<<1, 32>>>(f, "
      "p); }");
  ASSERT_EQ(kernel.parameters.size(), 3U);
  EXPECT_EQ(kernel.parameters[2].name, "f.p");
}

TEST(Cuda, ThatTexturesAreNotWrittenIsGranted) {
  const char* kTexture =
      "__global__ void k(float* x, cudaTextureObject_t t) { x[threadIdx.x] = tex1Dfetch<float>(t, 1); }";
  EXPECT_EQ(kernel_of(kTexture).granted.size(), 1U);
  EXPECT_TRUE(kernel_of("__global__ void k(float* x) { x[threadIdx.x] = 1; }").granted.empty());
}

TEST(Cuda, AReturnThatADestructorFollowsIsNoEnd) {
  EXPECT_EQ(returns(kernel_of("struct Writes { int* x; __device__ ~Writes() { *x = 1; } };\n"
                              "__global__ void k(int* x, int n) {\n"
                              "  Writes at{x};\n"
                              "  if (threadIdx.x >= n) return;\n"
                              "  __syncthreads();\n"
                              "}")),
            0U);
}

TEST(Cuda, PlacesAreThoseOfTheProgram) {
  const KernelModel kernel = kernel_of(
      "__global__ void k(float4* x) {\n"
      "  x[threadIdx.x] += x[0];\n"
      "  __syncthreads();\n"
      "  atomicAdd((int*)x, 1);\n"
      "}");
  for (const model::Site& site : kernel.sites) EXPECT_EQ(kernel.locations[site.location].file, "test.cu");
  ASSERT_EQ(kernel.barriers.size(), 1U);
  EXPECT_EQ(kernel.barriers[0].function, "__syncthreads");
  EXPECT_EQ(kernel.locations[kernel.barriers[0].location].line, 3U);
}

TEST(Cuda, HostCodeMayNameWhatIsNotDeclared) {
  const Translation result = translated(
      "__global__ void k(int* x) { *x = 1; }\n"
      "void host() { cudaSomethingNew(1); k<<<1, 32>>>(nullptr); }");
  EXPECT_EQ(names(result), std::set<std::string>{"k"}) << messages(result);
  EXPECT_FALSE(translated("__global__ void k(int* x) { *x = unknown_name; }").compiled);
}

TEST(Cuda, AProgramMayHaveAddressesOf32Bits) {
  const Translation result =
      translated("typedef unsigned int size_t;\n__global__ void k(int* x, size_t n) { x[n] = 1; }");
  ASSERT_EQ(result.kernels.size(), 1U) << messages(result);
  EXPECT_EQ(result.kernels[0].address_bits, 32U);
  EXPECT_FALSE(result.assumptions.empty());
}

// Returns how the only warp function with a partial mask is judged in a kernel with this body.
model::MaskMeeting meeting(const std::string& body) {
  const Translation result =
      translated("__global__ void k(int* x, int n) { int v = x[threadIdx.x]; " + body + " }");
  if (result.kernels.size() != 1 || !result.kernels[0].unsupported.empty() ||
      result.kernels[0].fences.size() != 1) {
    ADD_FAILURE() << body;
    return model::MaskMeeting::None;
  }
  EXPECT_EQ(result.kernels[0].fences[0].function, "__shfl_sync");
  return result.kernels[0].fences[0].meeting;
}

TEST(Cuda, ThreadsThatAreTogetherComeToTheFunctionOfTheirMask) {
  using model::MaskMeeting;
  const std::string mask = "unsigned m = __activemask(); ";
  const std::string use = "v = __shfl_sync(m, v, 0); ";
  const std::string end = "x[threadIdx.x] = v;";
  EXPECT_EQ(meeting(mask + use + end), MaskMeeting::Shown);
  EXPECT_EQ(meeting("if (v) { " + mask + "if (v == 2) x[0] = 1; " + use + "} " + end), MaskMeeting::Shown);
  EXPECT_EQ(meeting("for (int i = 0; i < v; ++i) { " + mask + use + "} " + end), MaskMeeting::Shown);
  EXPECT_EQ(meeting(mask + "if (v) { " + use + "} " + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "if (v) return; " + use + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "for (int i = 0; i < v; ++i) { " + use + "} " + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting("unsigned m = 0; for (int i = 0; i < n; ++i) { m = __activemask(); if (x[i]) continue; " +
                    use + "} " + end),
            MaskMeeting::NotShown);
  EXPECT_EQ(meeting("unsigned m = __activemask() | 1; " + use + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting("unsigned m = 0xffu; " + use + end), MaskMeeting::OfLanes);
  EXPECT_EQ(meeting("unsigned m = n; " + use + end), MaskMeeting::NotShown);
}

TEST(Cuda, ThoseThatVotedForItComeToTheFunctionOfABallot) {
  using model::MaskMeeting;
  const std::string mask = "unsigned m = __ballot_sync(0xffffffffu, v > n); ";
  const std::string use = "v = __shfl_sync(m, v, 0); ";
  const std::string end = "x[threadIdx.x] = v;";
  EXPECT_EQ(meeting(mask + "if (v > n) { " + use + "} " + end), MaskMeeting::Shown);
  EXPECT_EQ(
      meeting("bool p = v < 1; bool q = v > 0; unsigned m = __ballot_sync(0xffffffffu, q); if (p) return; " +
              use + end),
      MaskMeeting::Shown);
  EXPECT_EQ(meeting(mask + "if (!(v > n)) { x[0] = 1; } else { " + use + "} " + end), MaskMeeting::Shown);
  EXPECT_EQ(
      meeting("const int p = x[n]; unsigned m = __ballot_sync(0xffffffffu, p); if (p) { " + use + "} " + end),
      MaskMeeting::Shown);
  for (const auto& [vote, condition, shown] :
       {std::tuple("v > 0", "v >= 1", true), std::tuple("v > 0", "!(v < 1)", true),
        std::tuple("v < 1", "v <= 0", true), std::tuple("v < 1", "!(v > 0)", true),
        std::tuple("v > 0", "v < 1", false), std::tuple("v > 0", "v > 1", false),
        std::tuple("v > 0", "(unsigned)v > 0u", false), std::tuple("v >= 0", "!(v < 1)", false),
        std::tuple("v > 0", "!(n < 1)", false)}) {
    std::string body = "unsigned m = __ballot_sync(0xffffffffu, ";
    body.append(vote).append("); if (").append(condition).append(") { ").append(use).append("} ").append(end);
    EXPECT_EQ(meeting(body), shown ? MaskMeeting::Shown : MaskMeeting::NotShown) << body;
  }
  EXPECT_EQ(meeting(mask + use + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "if (v <= n) { " + use + "} " + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "if (v > n && x[n]) { " + use + "} " + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "if (v > n + 1) { " + use + "} " + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "v = x[n]; if (v > n) { " + use + "} " + end), MaskMeeting::NotShown);
  EXPECT_EQ(meeting(mask + "while (v > n) { " + use + "} " + end), MaskMeeting::NotShown);
}

TEST(Cuda, ATileIsShownWhereAllOfTheBlockComes) {
  const std::string end = "v = __shfl_sync(m, v, 0); x[threadIdx.x] = v;";
  const std::string lane = "const unsigned l = __launchproof_lane(); ";
  EXPECT_EQ(meeting(lane + "unsigned m = 0xffu << (l & ~7u); " + end), model::MaskMeeting::WhereUniform);
  EXPECT_EQ(meeting(lane + "unsigned m = 0xffu << (l & 24); " + end), model::MaskMeeting::WhereUniform);
  EXPECT_EQ(meeting(lane + "unsigned m = 0xffu << (l & ~3u); " + end), model::MaskMeeting::NotShown);
  EXPECT_EQ(meeting(lane + "unsigned m = 0x7fu << (l & ~7u); " + end), model::MaskMeeting::NotShown);
  EXPECT_EQ(meeting("unsigned m = 0xffu << (n & ~7u); " + end), model::MaskMeeting::NotShown);
}

// The compiler may move accesses past assembly that does not name "memory".
TEST(Cuda, AssemblyThatMayBePassedIsAnAssumption) {
  const auto assumptions = [](const std::string& assembly) {
    const Translation result =
        translated("__global__ void k(int* out) { int r = 0; " + assembly + " out[0] = r; }");
    EXPECT_TRUE(result.compiled) << messages(result);
    return result.assumptions.size();
  };
  EXPECT_EQ(assumptions("asm volatile(\"barrier.sync 0;\" ::: \"memory\");"), 0U);
  EXPECT_EQ(assumptions("asm volatile(\"barrier.sync 0;\");"), 1U);
  EXPECT_EQ(assumptions("asm(\"add.s32 %0, %0, 1;\" : \"+r\"(r));"), 0U);
}

}  // namespace
}  // namespace launchproof::frontend

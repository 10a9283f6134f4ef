// Tests the runtime libraries of CUDA 11 and 12, called as by programs that were compiled for them.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

#include "tests/shim/cuda/device_kernels.h"
#include "tests/shim/cuda/runtime_api.h"

namespace launchproof::cuda {
namespace {

struct Version {
  const char* library;
  int number;
  std::size_t properties;  // bytes of cudaDeviceProp
  const char* get_properties;
};

void PrintTo(const Version& version, std::ostream* out) {
  *out << version.number;
}

class OlderRuntime : public ::testing::TestWithParam<Version> {
 protected:
  void SetUp() override {
    d_library = ::dlopen(GetParam().library, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(d_library, nullptr) << ::dlerror();
  }
  template <typename Function>
  Function* find(const char* name, const char* version = nullptr) const {
    void* const found = ::dlvsym(d_library, name, version == nullptr ? GetParam().library : version);
    EXPECT_NE(found, nullptr) << name;
    return reinterpret_cast<Function*>(found);
  }

  void* d_library = nullptr;
};

TEST_P(OlderRuntime, SaysItsVersion) {
  int version = 0;
  ASSERT_EQ(find<cudaError_t(int*)>("cudaRuntimeGetVersion")(&version), cudaSuccess);
  EXPECT_EQ(version / 1000, GetParam().number);
}

// The bytes after a caller's structure belong to the caller.
TEST_P(OlderRuntime, DevicePropertiesFillTheCallersStructureAlone) {
  std::array<char, 1200> bytes{};
  bytes.fill(77);
  ASSERT_EQ(find<cudaError_t(void*, int)>(GetParam().get_properties)(bytes.data(), 0), cudaSuccess);
  for (std::size_t i = GetParam().properties; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], 77) << i;
  const auto number_at = [&](std::size_t offset) {
    int number = 0;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
  };
  EXPECT_EQ(std::string(bytes.data()).rfind("Launchproof", 0), 0U);
  EXPECT_EQ(number_at(308), 32);    // warpSize
  EXPECT_EQ(number_at(320), 1024);  // maxThreadsPerBlock
  EXPECT_EQ(number_at(360), 9);     // major
  EXPECT_EQ(number_at(688), 1);     // cooperativeLaunch
}

TEST_P(OlderRuntime, PointerAttributesFillTheCallersStructureAlone) {
  void* memory = nullptr;
  ASSERT_EQ(find<cudaError_t(void**, std::size_t)>("cudaMalloc")(&memory, 16), cudaSuccess);
  std::array<char, 96> bytes{};
  bytes.fill(77);
  ASSERT_EQ(find<cudaError_t(void*, const void*)>("cudaPointerGetAttributes")(bytes.data(), memory),
            cudaSuccess);
  for (std::size_t i = 24; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], 77) << i;
}

TEST_P(OlderRuntime, AGraphIsMadeAndLaunched) {
  CUgraph graph = nullptr;
  CUgraphNode first = nullptr, second = nullptr, waited[2] = {};
  CUgraphExec executable = nullptr;
  void* memory = nullptr;
  unsigned value = 0;
  std::size_t count = 2;
  ASSERT_EQ(find<cudaError_t(void**, std::size_t)>("cudaMalloc")(&memory, 4), cudaSuccess);
  ASSERT_EQ(find<cudaError_t(CUgraph*, unsigned)>("cudaGraphCreate")(&graph, 0), cudaSuccess);
  const CUDA_MEMSET_NODE_PARAMS fill{reinterpret_cast<CUdeviceptr>(memory), 0, 5, 4, 1, 1};
  auto* const add_fill = find<decltype(::cudaGraphAddMemsetNode)>("cudaGraphAddMemsetNode");
  auto* const add_copy = find<decltype(::cudaGraphAddMemcpyNode1D)>("cudaGraphAddMemcpyNode1D");
  ASSERT_EQ(add_fill(&first, graph, nullptr, 0, &fill), cudaSuccess);
  ASSERT_EQ(add_copy(&second, graph, nullptr, 0, &value, memory, 4, kToHost), cudaSuccess);
  ASSERT_EQ((find<cudaError_t(CUgraph, const CUgraphNode*, const CUgraphNode*, std::size_t)>(
                "cudaGraphAddDependencies")(graph, &first, &second, 1)),
            cudaSuccess);
  ASSERT_EQ((find<cudaError_t(CUgraphNode, CUgraphNode*, std::size_t*)>("cudaGraphNodeGetDependencies")(
                second, waited, &count)),
            cudaSuccess);
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(waited[0], first);
  if (GetParam().number == 11) {
    CUgraphNode bad = first;
    char text[8] = "x";
    ASSERT_EQ((find<cudaError_t(CUgraphExec*, CUgraph, CUgraphNode*, char*, std::size_t)>(
                  "cudaGraphInstantiate")(&executable, graph, &bad, text, sizeof text)),
              cudaSuccess);
    EXPECT_EQ(bad, nullptr);
  } else {
    ASSERT_EQ(find<decltype(::cudaGraphInstantiate)>("cudaGraphInstantiate")(&executable, graph, 0),
              cudaSuccess);
  }
  ASSERT_EQ(find<decltype(::cudaGraphLaunch)>("cudaGraphLaunch")(executable, nullptr), cudaSuccess);
  EXPECT_EQ(value, 5U);
}

INSTANTIATE_TEST_SUITE_P(Versions, OlderRuntime,
                         ::testing::Values(Version{"libcudart.so.12", 12, 1032, "cudaGetDeviceProperties_v2"},
                                           Version{"libcudart.so.11.0", 11, 728, "cudaGetDeviceProperties"}),
                         [](const auto& version) { return "Cuda" + std::to_string(version.param.number); });

}  // namespace
}  // namespace launchproof::cuda

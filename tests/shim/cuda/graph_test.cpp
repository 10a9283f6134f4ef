// Tests graphs of the runtime API on the processor device, built node by node.
#include <gtest/gtest.h>

#include <vector>

#include "tests/shim/cuda/device_kernels.h"
#include "tests/shim/cuda/runtime_api.h"

namespace launchproof::cuda {
namespace {

constexpr unsigned kCount = 4;

class GraphTest : public ::testing::Test {
 protected:
  void SetUp() override {
    register_kernels();
    ASSERT_EQ(cudaMalloc(&d_memory, sizeof d_out), cudaSuccess);
    ASSERT_EQ(cudaGraphCreate(&d_graph, 0), cudaSuccess);
  }

  // Adds a node that adds `n` to each element.
  CUgraphNode add_kernel(unsigned n, const std::vector<CUgraphNode>& after = {}) {
    d_n = n;
    CUgraphNode node = nullptr;
    const cudaKernelNodeParams kernel = kernel_adding();
    EXPECT_EQ(cudaGraphAddKernelNode(&node, d_graph, after.data(), after.size(), &kernel), cudaSuccess);
    return node;
  }
  CUgraphNode add_scale(const std::vector<CUgraphNode>& after = {}) {
    void* parameters[] = {static_cast<void*>(&d_memory)};
    const cudaKernelNodeParams kernel{&scale, {1, 1, 1}, {kCount, 1, 1}, 0, parameters, nullptr};
    CUgraphNode node = nullptr;
    EXPECT_EQ(cudaGraphAddKernelNode(&node, d_graph, after.data(), after.size(), &kernel), cudaSuccess);
    return node;
  }
  CUgraphNode add_fill(unsigned value, const std::vector<CUgraphNode>& after = {}) {
    CUgraphNode node = nullptr;
    const CUDA_MEMSET_NODE_PARAMS fill{reinterpret_cast<CUdeviceptr>(d_memory), 0, value, 4, kCount, 1};
    EXPECT_EQ(cudaGraphAddMemsetNode(&node, d_graph, after.data(), after.size(), &fill), cudaSuccess);
    return node;
  }
  CUgraphNode add_copy(const std::vector<CUgraphNode>& after) {
    CUgraphNode node = nullptr;
    EXPECT_EQ(cudaGraphAddMemcpyNode1D(&node, d_graph, after.data(), after.size(), d_out, d_memory,
                                       sizeof d_out, kToHost),
              cudaSuccess);
    return node;
  }
  cudaKernelNodeParams kernel_adding() { return {&add, {1, 1, 1}, {kCount, 1, 1}, 0, d_parameters, nullptr}; }
  CUgraphExec instantiate() {
    CUgraphExec executable = nullptr;
    EXPECT_EQ(cudaGraphInstantiate(&executable, d_graph, 0), cudaSuccess);
    return executable;
  }
  unsigned launch(CUgraphExec executable) {
    for (unsigned& value : d_out) value = 0;
    EXPECT_EQ(cudaGraphLaunch(executable, nullptr), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (const unsigned value : d_out) EXPECT_EQ(value, d_out[0]);
    return d_out[0];
  }

  void* d_memory = nullptr;
  unsigned d_n = 0;
  void* d_parameters[2] = {static_cast<void*>(&d_memory), &d_n};
  CUgraph d_graph = nullptr;
  unsigned d_out[kCount] = {};
};

TEST_F(GraphTest, NodesRunInTheOrderOfTheirDependencies) {
  CUgraphNode copy = add_copy({});
  CUgraphNode scaling = add_scale();
  CUgraphNode adding = add_kernel(5);
  CUgraphNode filling = add_fill(2);
  const CUgraphNode from[] = {filling, adding, scaling}, to[] = {adding, scaling, copy};
  ASSERT_EQ(cudaGraphAddDependencies(d_graph, from, to, nullptr, 3), cudaSuccess);
  const CUgraphExec executable = instantiate();
  EXPECT_EQ(launch(executable), (2U + 5U) * 3U);
  EXPECT_EQ(launch(executable), 21U);
  std::size_t count = 0;
  EXPECT_EQ(cudaGraphGetNodes(d_graph, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 4U);
  CUgraphNode roots[4] = {};
  count = 4;
  EXPECT_EQ(cudaGraphGetRootNodes(d_graph, roots, &count), cudaSuccess);
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(roots[0], filling);
  EXPECT_EQ(roots[1], nullptr);
  int type = -1;
  EXPECT_EQ(cudaGraphNodeGetType(copy, &type), cudaSuccess);
  EXPECT_EQ(type, 1);
  EXPECT_EQ(cudaGraphNodeGetType(filling, &type), cudaSuccess);
  EXPECT_EQ(type, 2);
}

TEST_F(GraphTest, NodesThatWaitForEachOtherAreRefused) {
  CUgraphNode one = add_fill(1), other = add_kernel(1, {one});
  ASSERT_EQ(cudaGraphAddDependencies(d_graph, &other, &one, nullptr, 1), cudaSuccess);
  CUgraphExec executable = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&executable, d_graph, 0), cudaErrorInvalidValue);
}

TEST_F(GraphTest, ParametersAreThoseWhenTheNodeWasAdded) {
  CUgraphNode adding = add_kernel(5, {add_fill(0)});
  add_copy({adding});
  d_n = 100;
  EXPECT_EQ(launch(instantiate()), 5U);
  cudaKernelNodeParams given{};
  ASSERT_EQ(cudaGraphKernelNodeGetParams(adding, &given), cudaSuccess);
  EXPECT_EQ(given.func, &add);
  EXPECT_EQ(given.block.x, kCount);
  EXPECT_EQ(*static_cast<unsigned*>(given.parameters[1]), 5U);
}

TEST_F(GraphTest, AnExecutableGraphChangesByItself) {
  CUgraphNode adding = add_kernel(5, {add_fill(0)});
  add_copy({adding});
  const CUgraphExec executable = instantiate();
  d_n = 9;
  const cudaKernelNodeParams other = kernel_adding();
  ASSERT_EQ(cudaGraphExecKernelNodeSetParams(executable, adding, &other), cudaSuccess);
  EXPECT_EQ(launch(executable), 9U);
  EXPECT_EQ(launch(instantiate()), 5U);
  ASSERT_EQ(cudaGraphNodeSetEnabled(executable, adding, 0), cudaSuccess);
  EXPECT_EQ(launch(executable), 0U);
}

TEST_F(GraphTest, AnUpdateNeedsTheSameNodes) {
  add_copy({add_kernel(5, {add_fill(0)})});
  const CUgraphExec executable = instantiate();
  CUgraph first = d_graph;
  ASSERT_EQ(cudaGraphCreate(&d_graph, 0), cudaSuccess);
  add_copy({add_kernel(6, {add_fill(10)})});
  CUgraphExecUpdateResultInfo info{};
  ASSERT_EQ(cudaGraphExecUpdate(executable, d_graph, &info), cudaSuccess);
  EXPECT_EQ(launch(executable), 16U);
  CUgraphNode last = add_scale();
  EXPECT_EQ(cudaGraphExecUpdate(executable, d_graph, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.errorNode, last);
  EXPECT_EQ(launch(executable), 16U);
  EXPECT_EQ(cudaGraphDestroy(first), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(first), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
}

TEST_F(GraphTest, AChildGraphIsACopy) {
  CUgraph parent = nullptr;
  ASSERT_EQ(cudaGraphCreate(&parent, 0), cudaSuccess);
  add_kernel(4, {add_fill(1)});
  CUgraphNode child = nullptr;
  ASSERT_EQ(cudaGraphAddChildGraphNode(&child, parent, nullptr, 0, d_graph), cudaSuccess);
  add_scale({});
  d_graph = parent;
  add_copy({child});
  EXPECT_EQ(launch(instantiate()), 5U);
}

TEST_F(GraphTest, AHostFunctionRunsInItsPlace) {
  static unsigned s_seen = 0;
  CUgraphNode adding = add_kernel(5, {add_fill(0)}), copy = add_copy({adding}), call = nullptr;
  const CUDA_HOST_NODE_PARAMS host{[](void* out) { s_seen = *static_cast<unsigned*>(out); }, d_out};
  ASSERT_EQ(cudaGraphAddHostNode(&call, d_graph, &copy, 1, &host), cudaSuccess);
  launch(instantiate());
  EXPECT_EQ(s_seen, 5U);
}

TEST_F(GraphTest, WhatIsWrongIsRefused) {
  CUgraphNode node = nullptr;
  EXPECT_EQ(cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphAddEmptyNode(&node, d_graph, nullptr, 1), cudaErrorInvalidValue);
  cudaKernelNodeParams kernel = kernel_adding();
  kernel.block.x = 0;
  EXPECT_EQ(cudaGraphAddKernelNode(&node, d_graph, nullptr, 0, &kernel), cudaErrorInvalidValue);
  kernel = kernel_adding();
  kernel.func = this;
  EXPECT_EQ(cudaGraphAddKernelNode(&node, d_graph, nullptr, 0, &kernel), cudaErrorInvalidDeviceFunction);
  const CUDA_MEMSET_NODE_PARAMS beyond{reinterpret_cast<CUdeviceptr>(d_memory), 0, 1, 4, kCount + 1, 1};
  EXPECT_EQ(cudaGraphAddMemsetNode(&node, d_graph, nullptr, 0, &beyond), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(nullptr, nullptr), cudaErrorInvalidResourceHandle);
}

}  // namespace
}  // namespace launchproof::cuda

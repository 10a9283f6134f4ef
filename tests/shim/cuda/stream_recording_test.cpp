// Tests streams that record a graph.
#include <gtest/gtest.h>

#include "tests/shim/cuda/device_kernels.h"
#include "tests/shim/cuda/runtime_api.h"

namespace launchproof::cuda {
namespace {

constexpr unsigned kElements = 4;
constexpr int kGlobalMode = 0;

class StreamRecording : public ::testing::Test {
 protected:
  void SetUp() override {
    register_kernels();
    ASSERT_EQ(cudaMalloc(&d_memory, sizeof d_out), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&d_stream), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&d_other), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&d_fork), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&d_join), cudaSuccess);
  }
  cudaError_t launch_add(unsigned n, CUstream stream) {
    void* parameters[] = {static_cast<void*>(&d_memory), &n};
    return cudaLaunchKernel(&add, {1, 1, 1}, {kElements, 1, 1}, parameters, 0, stream);
  }
  unsigned first() {
    EXPECT_EQ(cudaMemcpy(d_out, d_memory, sizeof d_out, kToHost), cudaSuccess);
    return d_out[0];
  }

  void* d_memory = nullptr;
  unsigned d_out[kElements] = {};
  CUstream d_stream = nullptr, d_other = nullptr;
  CUevent d_fork = nullptr, d_join = nullptr;
  CUgraph d_graph = nullptr;
};

TEST_F(StreamRecording, WorkIsDoneByTheGraphAlone) {
  ASSERT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(d_memory, 0, sizeof d_out, d_stream), cudaSuccess);
  EXPECT_EQ(launch_add(7, d_stream), cudaSuccess);
  int status = 0;
  EXPECT_EQ(cudaStreamIsCapturing(d_stream, &status), cudaSuccess);
  EXPECT_EQ(status, 1);
  ASSERT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaSuccess);
  EXPECT_EQ(first(), 0U);
  CUgraphExec executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, d_graph, 0), cudaSuccess);
  EXPECT_EQ(launch_add(100, d_stream), cudaSuccess);
  EXPECT_EQ(first(), 100U);
  EXPECT_EQ(cudaGraphLaunch(executable, d_stream), cudaSuccess);
  EXPECT_EQ(first(), 7U);
  std::size_t count = 0;
  EXPECT_EQ(cudaGraphGetNodes(d_graph, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 2U);
}

TEST_F(StreamRecording, AnotherStreamTakesPartByEvents) {
  ASSERT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(d_memory, 0, sizeof d_out, d_stream), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(d_fork, d_stream), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(d_other, d_fork, 0), cudaSuccess);
  EXPECT_EQ(launch_add(1, d_other), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(d_join, d_other), cudaSuccess);
  EXPECT_EQ(launch_add(2, d_stream), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(d_stream, d_join, 0), cudaSuccess);
  EXPECT_EQ(launch_add(4, d_stream), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaSuccess);
  CUgraphNode nodes[8] = {};
  std::size_t count = 8, waits = 0;
  ASSERT_EQ(cudaGraphGetNodes(d_graph, nodes, &count), cudaSuccess);
  ASSERT_EQ(count, 4U);
  EXPECT_EQ(cudaGraphNodeGetDependencies(nodes[3], nullptr, nullptr, &waits), cudaSuccess);
  EXPECT_EQ(waits, 2U);
  EXPECT_EQ(cudaGraphNodeGetDependencies(nodes[2], nullptr, nullptr, &waits), cudaSuccess);
  EXPECT_EQ(waits, 1U);
  CUgraphExec executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, d_graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, nullptr), cudaSuccess);
  EXPECT_EQ(first(), 7U);
  // The other stream no longer records.
  EXPECT_EQ(launch_add(1, d_other), cudaSuccess);
  EXPECT_EQ(first(), 8U);
}

TEST_F(StreamRecording, WorkThatIsNotJoinedIsAnError) {
  ASSERT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(d_fork, d_stream), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(d_other, d_fork, 0), cudaSuccess);
  EXPECT_EQ(launch_add(1, d_other), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(d_other, &d_graph), cudaErrorStreamCaptureUnmatched);
  EXPECT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(d_graph, nullptr);
  EXPECT_EQ(launch_add(3, d_stream), cudaSuccess);
  EXPECT_EQ(first(), 3U);
}

TEST_F(StreamRecording, AWaitBreaksIt) {
  ASSERT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(d_stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(launch_add(1, d_stream), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaStreamSynchronize(d_stream), cudaSuccess);
}

TEST_F(StreamRecording, WhatIsWrongIsRefused) {
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, kGlobalMode), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaErrorIllegalState);
  ASSERT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaSuccess);
  EXPECT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaErrorIllegalState);
  EXPECT_EQ(cudaEventRecord(d_fork, d_stream), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(d_fork), cudaErrorCapturedEvent);
  ASSERT_EQ(cudaStreamBeginCapture(d_other, kGlobalMode), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(d_other, d_fork, 0), cudaErrorStreamCaptureMerge);
  EXPECT_EQ(cudaStreamDestroy(d_other), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaErrorStreamCaptureInvalidated);
}

TEST_F(StreamRecording, MemoryOfAGraphHasItsAddressAtOnce) {
  void* memory = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(d_stream, kGlobalMode), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&memory, sizeof d_out, d_stream), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory, 1, sizeof d_out, d_stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(d_memory, memory, sizeof d_out, kAnyWay, d_stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(memory, d_stream), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(d_stream, &d_graph), cudaSuccess);
  CUgraphExec executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, d_graph, 0), cudaSuccess);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(cudaGraphLaunch(executable, d_stream), cudaSuccess);
  EXPECT_EQ(first(), 0x01010101U);
}

}  // namespace
}  // namespace launchproof::cuda

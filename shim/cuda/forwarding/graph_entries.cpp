// Entries: graphs.
#include <cstddef>
#include <cstring>
#include <vector>

#include "shim/cuda/forwarding/launch_place.h"
#include "shim/cuda/forwarding/launches.h"
#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

// CU_GRAPH_NODE_TYPE_...
constexpr int kKernelNode = 0, kGraphNode = 4, kAllocationNode = 10;

// Records a launch for each kernel node that is enabled.
std::vector<capture::LaunchHandle> record(Recording& recording, CUgraphExec executable,
                                          const LaunchPlace& place) {
  const auto nodes = recording.graphs().nodes(executable);
  if (!nodes) {
    recording.recorder().note("a graph was launched that was not seen to be made; its launches are missing",
                              true);
    return {};
  }
  std::vector<capture::LaunchHandle> handles;
  for (const GraphNode& node : *nodes) {
    if (!node.is_enabled) continue;
    std::size_t size = node.block.size();
    // Names of the entries of `extra` (CU_LAUNCH_PARAM_...).
    void* const extra[] = {pointer_to(1), const_cast<char*>(node.block.data()), pointer_to(2), &size,
                           nullptr};
    handles.push_back(record_launch(recording, node.function, node.shape, nullptr, extra, place));
  }
  return handles;
}

CUresult instantiated(CUresult result, const CUgraphExec* executable, CUgraph graph) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.graphs().take(recording.kernels(), recording.recorder(), *executable, graph);
    });
  return result;
}

CUresult updated(CUresult result, CUgraphExec executable, CUgraph graph) {
  return instantiated(result, &executable, graph);
}

CUresult changed(CUresult result, CUgraphExec executable, CUgraphNode node,
                 const CUDA_KERNEL_NODE_PARAMS& parameters) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.graphs().set_parameters(recording.kernels(), recording.recorder(), executable, node,
                                        parameters);
    });
  return result;
}

template <typename Forward>
CUresult launch(CUgraphExec executable, const void* returns_to, const Forward& forward) {
  std::vector<capture::LaunchHandle> handles;
  keep_account(
      [&](Recording& recording) { handles = record(recording, executable, launch_place(returns_to)); });
  const CUresult result = forward();
  if (result != kSuccess)
    keep_account([&](Recording& recording) {
      for (const capture::LaunchHandle& handle : handles) recording.recorder().take_back(handle);
    });
  return result;
}

// An allocation node has its address from its creation on.
CUresult added(CUresult result, const CUgraphNodeParams* node) {
  if (result != kSuccess || node->type != kAllocationNode) return result;
  CUDA_MEM_ALLOC_NODE_PARAMS allocation{};
  std::memcpy(&allocation, &node->kernel, sizeof allocation);
  keep_account(
      [&](Recording& recording) { recording.allocations().add({allocation.dptr, allocation.bytesize}); });
  return result;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuGraphInstantiate(CUgraphExec* executable, CUgraph graph, CUgraphNode* error_node,
                                            char* log, std::size_t size) {
  return instantiated(LAUNCHPROOF_REAL(cuGraphInstantiate)(executable, graph, error_node, log, size),
                      executable, graph);
}

LAUNCHPROOF_API CUresult cuGraphInstantiate_v2(CUgraphExec* executable, CUgraph graph,
                                               CUgraphNode* error_node, char* log, std::size_t size) {
  return instantiated(LAUNCHPROOF_REAL(cuGraphInstantiate_v2)(executable, graph, error_node, log, size),
                      executable, graph);
}

LAUNCHPROOF_API CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph,
                                                     unsigned long long flags) {
  return instantiated(LAUNCHPROOF_REAL(cuGraphInstantiateWithFlags)(executable, graph, flags), executable,
                      graph);
}

LAUNCHPROOF_API CUresult cuGraphInstantiateWithParams(CUgraphExec* executable, CUgraph graph,
                                                      void* parameters) {
  return instantiated(LAUNCHPROOF_REAL(cuGraphInstantiateWithParams)(executable, graph, parameters),
                      executable, graph);
}

LAUNCHPROOF_API CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec* executable, CUgraph graph,
                                                           void* parameters) {
  return instantiated(LAUNCHPROOF_REAL(cuGraphInstantiateWithParams_ptsz)(executable, graph, parameters),
                      executable, graph);
}

LAUNCHPROOF_API CUresult cuGraphExecUpdate(CUgraphExec executable, CUgraph graph, CUgraphNode* error_node,
                                           int* update) {
  return updated(LAUNCHPROOF_REAL(cuGraphExecUpdate)(executable, graph, error_node, update), executable,
                 graph);
}

LAUNCHPROOF_API CUresult cuGraphExecUpdate_v2(CUgraphExec executable, CUgraph graph, void* update) {
  return updated(LAUNCHPROOF_REAL(cuGraphExecUpdate_v2)(executable, graph, update), executable, graph);
}

LAUNCHPROOF_API CUresult cuGraphExecKernelNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                        const CUDA_KERNEL_NODE_PARAMS* parameters) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphExecKernelNodeSetParams)(executable, node, parameters);
  if (result != kSuccess) return result;
  // Before CUDA 12, the parameters end before `kern`.
  CUDA_KERNEL_NODE_PARAMS known{};
  std::memcpy(&known, parameters, offsetof(CUDA_KERNEL_NODE_PARAMS, kern));
  return changed(result, executable, node, known);
}

LAUNCHPROOF_API CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec executable, CUgraphNode node,
                                                           const CUDA_KERNEL_NODE_PARAMS* parameters) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphExecKernelNodeSetParams_v2)(executable, node, parameters);
  return result == kSuccess ? changed(result, executable, node, *parameters) : result;
}

LAUNCHPROOF_API CUresult cuGraphExecNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                  CUgraphNodeParams* parameters) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphExecNodeSetParams)(executable, node, parameters);
  if (result != kSuccess) return result;
  if (parameters->type == kGraphNode)
    keep_account([&](Recording& recording) {
      CUgraph child = nullptr;
      child = parameters->kernel.func;  // a child graph is the first member, too
      recording.graphs().take_child(recording.kernels(), recording.recorder(), executable, node, child);
    });
  return parameters->type == kKernelNode ? changed(result, executable, node, parameters->kernel) : result;
}

LAUNCHPROOF_API CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                            CUgraph child) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphExecChildGraphNodeSetParams)(executable, node, child);
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.graphs().take_child(recording.kernels(), recording.recorder(), executable, node, child);
    });
  return result;
}

LAUNCHPROOF_API CUresult cuGraphNodeSetEnabled(CUgraphExec executable, CUgraphNode node,
                                               unsigned is_enabled) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphNodeSetEnabled)(executable, node, is_enabled);
  if (result == kSuccess)
    keep_account([&](Recording& recording) { recording.graphs().enable(executable, node, is_enabled != 0); });
  return result;
}

LAUNCHPROOF_API CUresult cuGraphExecDestroy(CUgraphExec executable) {
  keep_account([&](Recording& recording) { recording.graphs().remove(executable); });
  return LAUNCHPROOF_REAL(cuGraphExecDestroy)(executable);
}

LAUNCHPROOF_API CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
  return launch(executable, __builtin_return_address(0),
                [&] { return LAUNCHPROOF_REAL(cuGraphLaunch)(executable, stream); });
}

LAUNCHPROOF_API CUresult cuGraphLaunch_ptsz(CUgraphExec executable, CUstream stream) {
  return launch(executable, __builtin_return_address(0),
                [&] { return LAUNCHPROOF_REAL(cuGraphLaunch_ptsz)(executable, stream); });
}

LAUNCHPROOF_API CUresult cuGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                                                std::size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* parameters) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphAddMemAllocNode)(node, graph, before, count, parameters);
  if (result == kSuccess)
    keep_account(
        [&](Recording& recording) { recording.allocations().add({parameters->dptr, parameters->bytesize}); });
  return result;
}

LAUNCHPROOF_API CUresult cuGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                                        std::size_t count, CUgraphNodeParams* parameters) {
  return added(LAUNCHPROOF_REAL(cuGraphAddNode)(node, graph, before, count, parameters), parameters);
}

LAUNCHPROOF_API CUresult cuGraphAddNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                                           const void* edges, std::size_t count,
                                           CUgraphNodeParams* parameters) {
  return added(LAUNCHPROOF_REAL(cuGraphAddNode_v2)(node, graph, before, edges, count, parameters),
               parameters);
}

// Graphs.
#include <vector>

#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/runtime/arrays.h"

namespace launchproof::cuda::runtime {
namespace {

struct KernelNodeParams {
  const void* func;
  dim3 grid, block;
  unsigned shared_bytes;
  void **parameters, **extra;
};

struct MemcpyNodeParams {
  int flags;
  int reserved[3];
  cudaMemcpy3DParms copy;
};

struct GraphNodeParams {
  int type;
  int reserved0[3];
  union {
    long long reserved1[29];
    KernelNodeParams kernel;
    MemcpyNodeParams memcpy;
    CUDA_MEMSET_NODE_PARAMS memset;
    CUDA_HOST_NODE_PARAMS host;
    CUgraph graph;
    CUevent event;
    CUDA_MEM_ALLOC_NODE_PARAMS alloc;
    CUdeviceptr free;
  };
  long long reserved2;
};

struct InstantiateParams {
  unsigned long long flags;
  CUstream upload;
  CUgraphNode bad;
  int result;
};

// Calls `body` with the driver's form of a kernel's launch.
template <typename Body>
cudaError_t with_kernel(const KernelNodeParams* given, const Body& body) {
  if (given == nullptr) return finish(cudaErrorInvalidValue);
  if (const CUresult result = need_context(); result != CUDA_SUCCESS) return finish(result);
  cudaError_t error = cudaSuccess;
  const CUfunction function = function_of(given->func, error);
  if (function == nullptr) return finish(error);
  const CUDA_KERNEL_NODE_PARAMS kernel{function,          given->grid.x,  given->grid.y,  given->grid.z,
                                       given->block.x,    given->block.y, given->block.z, given->shared_bytes,
                                       given->parameters, given->extra,   nullptr,        nullptr};
  return finish(body(kernel));
}

// Does the same for a copy.
template <typename Body>
cudaError_t with_copy(const cudaMemcpy3DParms* given, const Body& body) {
  CUDA_MEMCPY3D copy{};
  if (given == nullptr || !driver_copy(*given, copy)) return finish(cudaErrorInvalidValue);
  return in_context([&] { return body(copy); });
}

// Does the same for a copy of contiguous bytes.
template <typename Body>
cudaError_t with_copy(void* to, const void* from, std::size_t bytes, const Body& body) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
  copy.dstPtr = {to, bytes, bytes, 1};
  copy.extent = {bytes, 1, 1};
  return with_copy(&copy, body);
}

// Does the same for a copy to or from a variable of a module.
template <typename Body>
cudaError_t with_symbol_copy(const void* symbol, std::size_t offset, void* to, const void* from,
                             std::size_t bytes, const Body& body) {
  CUdeviceptr address = 0;
  std::size_t size = 0;
  if (const cudaError_t error = variable_of(symbol, address, size); error != cudaSuccess)
    return finish(error);
  if (offset > size || bytes > size - offset) return finish(cudaErrorInvalidValue);
  void* const variable = pointer_to(address + offset);
  return to == nullptr ? with_copy(variable, from, bytes, body) : with_copy(to, variable, bytes, body);
}

// Calls `body` with the driver's form of a node of any kind. `body` may change the node's parameters.
template <typename Body>
cudaError_t with_node(GraphNodeParams* given, const Body& body) {
  constexpr int kKernel = 0, kCopy = 1;
  if (given == nullptr) return finish(cudaErrorInvalidValue);
  CUgraphNodeParams node{};
  node.type = given->type;
  if (given->type == kKernel)
    return with_kernel(&given->kernel, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) {
      node.kernel = kernel;
      return body(node);
    });
  if (given->type == kCopy)
    return with_copy(&given->memcpy.copy, [&](const CUDA_MEMCPY3D& copy) {
      node.memcpy.copyParams = copy;
      return body(node);
    });
  static_assert(sizeof node.reserved1 == sizeof given->reserved1);
  __builtin_memcpy(node.reserved1, given->reserved1, sizeof node.reserved1);
  return in_context([&] {
    const CUresult result = body(node);
    __builtin_memcpy(given->reserved1, node.reserved1, sizeof node.reserved1);
    return result;
  });
}

}  // namespace
}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;
using launchproof::cuda::address_of;
using launchproof::cuda::pointer_to;

LAUNCHPROOF_API cudaError_t cudaGraphCreate(CUgraph* graph, unsigned flags) {
  return in_context([&] { return cuGraphCreate(graph, flags); });
}

LAUNCHPROOF_API cudaError_t cudaGraphDestroy(CUgraph graph) {
  return in_context([&] { return cuGraphDestroy(graph); });
}

LAUNCHPROOF_API cudaError_t cudaGraphClone(CUgraph* clone, CUgraph original) {
  return in_context([&] { return cuGraphClone(clone, original); });
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeFindInClone(CUgraphNode* node, CUgraphNode original, CUgraph clone) {
  return finish(cuGraphNodeFindInClone(node, original, clone));
}

LAUNCHPROOF_API cudaError_t cudaGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                             const void* edges, std::size_t count, GraphNodeParams* given) {
  return with_node(given, [&](CUgraphNodeParams& made) {
    return cuGraphAddNode_v2(node, graph, after, edges, count, &made);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeSetParams(CUgraphNode node, GraphNodeParams* given) {
  return with_node(given, [&](CUgraphNodeParams& made) { return cuGraphNodeSetParams(node, &made); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                       GraphNodeParams* given) {
  return with_node(
      given, [&](CUgraphNodeParams& made) { return cuGraphExecNodeSetParams(executable, node, &made); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                   std::size_t count, const KernelNodeParams* given) {
  return with_kernel(given, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) {
    return cuGraphAddKernelNode_v2(node, graph, after, count, &kernel);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphKernelNodeGetParams(CUgraphNode node, KernelNodeParams* given) {
  if (given == nullptr) return finish(cudaErrorInvalidValue);
  CUDA_KERNEL_NODE_PARAMS kernel{};
  const CUresult result = cuGraphKernelNodeGetParams_v2(node, &kernel);
  if (result == CUDA_SUCCESS)
    *given = {host_function_of(kernel.func),
              {kernel.gridDimX, kernel.gridDimY, kernel.gridDimZ},
              {kernel.blockDimX, kernel.blockDimY, kernel.blockDimZ},
              kernel.sharedMemBytes,
              kernel.kernelParams,
              kernel.extra};
  return finish(result);
}

LAUNCHPROOF_API cudaError_t cudaGraphKernelNodeSetParams(CUgraphNode node, const KernelNodeParams* given) {
  return with_kernel(given, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) {
    return cuGraphKernelNodeSetParams_v2(node, &kernel);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecKernelNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                             const KernelNodeParams* given) {
  return with_kernel(given, [&](const CUDA_KERNEL_NODE_PARAMS& kernel) {
    return cuGraphExecKernelNodeSetParams_v2(executable, node, &kernel);
  });
}

// Attributes of kernel nodes concern caches and scheduling, and have no effect here.
LAUNCHPROOF_API cudaError_t cudaGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) {
  return finish(to == nullptr || from == nullptr ? cudaErrorInvalidValue : cudaSuccess);
}

LAUNCHPROOF_API cudaError_t cudaGraphKernelNodeSetAttribute(CUgraphNode node, int, const void*) {
  return finish(node == nullptr ? cudaErrorInvalidValue : cudaSuccess);
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                   std::size_t count, const cudaMemcpy3DParms* given) {
  return with_copy(given, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphAddMemcpyNode(node, graph, after, count, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemcpyNode1D(CUgraphNode* node, CUgraph graph,
                                                     const CUgraphNode* after, std::size_t count, void* to,
                                                     const void* from, std::size_t bytes, int) {
  return with_copy(to, from, bytes, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphAddMemcpyNode(node, graph, after, count, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemcpyNodeToSymbol(CUgraphNode* node, CUgraph graph,
                                                           const CUgraphNode* after, std::size_t count,
                                                           const void* symbol, const void* from,
                                                           std::size_t bytes, std::size_t offset, int) {
  return with_symbol_copy(symbol, offset, nullptr, from, bytes, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphAddMemcpyNode(node, graph, after, count, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(CUgraphNode* node, CUgraph graph,
                                                             const CUgraphNode* after, std::size_t count,
                                                             void* to, const void* symbol, std::size_t bytes,
                                                             std::size_t offset, int) {
  return with_symbol_copy(symbol, offset, to, nullptr, bytes, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphAddMemcpyNode(node, graph, after, count, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphMemcpyNodeGetParams(CUgraphNode node, cudaMemcpy3DParms* given) {
  if (given == nullptr) return finish(cudaErrorInvalidValue);
  CUDA_MEMCPY3D copy{};
  const CUresult result = cuGraphMemcpyNodeGetParams(node, &copy);
  if (result == CUDA_SUCCESS) *given = runtime_copy(copy);
  return finish(result);
}

LAUNCHPROOF_API cudaError_t cudaGraphMemcpyNodeSetParams(CUgraphNode node, const cudaMemcpy3DParms* given) {
  return with_copy(given, [&](const CUDA_MEMCPY3D& copy) { return cuGraphMemcpyNodeSetParams(node, &copy); });
}

LAUNCHPROOF_API cudaError_t cudaGraphMemcpyNodeSetParams1D(CUgraphNode node, void* to, const void* from,
                                                           std::size_t bytes, int) {
  return with_copy(to, from, bytes,
                   [&](const CUDA_MEMCPY3D& copy) { return cuGraphMemcpyNodeSetParams(node, &copy); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecMemcpyNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                             const cudaMemcpy3DParms* given) {
  return with_copy(given, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphExecMemcpyNodeSetParams(executable, node, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(CUgraphExec executable, CUgraphNode node,
                                                               void* to, const void* from, std::size_t bytes,
                                                               int) {
  return with_copy(to, from, bytes, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphExecMemcpyNodeSetParams(executable, node, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(CUgraphExec executable, CUgraphNode node,
                                                                     const void* symbol, const void* from,
                                                                     std::size_t bytes, std::size_t offset,
                                                                     int) {
  return with_symbol_copy(symbol, offset, nullptr, from, bytes, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphExecMemcpyNodeSetParams(executable, node, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(CUgraphExec executable,
                                                                       CUgraphNode node, void* to,
                                                                       const void* symbol, std::size_t bytes,
                                                                       std::size_t offset, int) {
  return with_symbol_copy(symbol, offset, to, nullptr, bytes, [&](const CUDA_MEMCPY3D& copy) {
    return cuGraphExecMemcpyNodeSetParams(executable, node, &copy, nullptr);
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                   std::size_t count, const CUDA_MEMSET_NODE_PARAMS* fill) {
  return in_context([&] { return cuGraphAddMemsetNode(node, graph, after, count, fill, nullptr); });
}

LAUNCHPROOF_API cudaError_t cudaGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* fill) {
  return finish(cuGraphMemsetNodeGetParams(node, fill));
}

LAUNCHPROOF_API cudaError_t cudaGraphMemsetNodeSetParams(CUgraphNode node,
                                                         const CUDA_MEMSET_NODE_PARAMS* fill) {
  return in_context([&] { return cuGraphMemsetNodeSetParams(node, fill); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecMemsetNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                             const CUDA_MEMSET_NODE_PARAMS* fill) {
  return in_context([&] { return cuGraphExecMemsetNodeSetParams(executable, node, fill, nullptr); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                 std::size_t count, const CUDA_HOST_NODE_PARAMS* call) {
  return in_context([&] { return cuGraphAddHostNode(node, graph, after, count, call); });
}

LAUNCHPROOF_API cudaError_t cudaGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS* call) {
  return finish(cuGraphHostNodeGetParams(node, call));
}

LAUNCHPROOF_API cudaError_t cudaGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* call) {
  return in_context([&] { return cuGraphHostNodeSetParams(node, call); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecHostNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                           const CUDA_HOST_NODE_PARAMS* call) {
  return in_context([&] { return cuGraphExecHostNodeSetParams(executable, node, call); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph,
                                                       const CUgraphNode* after, std::size_t count,
                                                       CUgraph child) {
  return in_context([&] { return cuGraphAddChildGraphNode(node, graph, after, count, child); });
}

LAUNCHPROOF_API cudaError_t cudaGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph) {
  return finish(cuGraphChildGraphNodeGetGraph(node, graph));
}

LAUNCHPROOF_API cudaError_t cudaGraphExecChildGraphNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                                                 CUgraph child) {
  return in_context([&] { return cuGraphExecChildGraphNodeSetParams(executable, node, child); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                                  std::size_t count) {
  return in_context([&] { return cuGraphAddEmptyNode(node, graph, after, count); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph,
                                                        const CUgraphNode* after, std::size_t count,
                                                        CUevent event) {
  return in_context([&] { return cuGraphAddEventRecordNode(node, graph, after, count, event); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph,
                                                      const CUgraphNode* after, std::size_t count,
                                                      CUevent event) {
  return in_context([&] { return cuGraphAddEventWaitNode(node, graph, after, count, event); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecEventRecordNodeSetEvent(CUgraphExec executable, CUgraphNode node,
                                                                 CUevent event) {
  return in_context([&] { return cuGraphExecEventRecordNodeSetEvent(executable, node, event); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecEventWaitNodeSetEvent(CUgraphExec executable, CUgraphNode node,
                                                               CUevent event) {
  return in_context([&] { return cuGraphExecEventWaitNodeSetEvent(executable, node, event); });
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph,
                                                     const CUgraphNode* after, std::size_t count,
                                                     CUDA_MEM_ALLOC_NODE_PARAMS* allocation) {
  return in_context([&] { return cuGraphAddMemAllocNode(node, graph, after, count, allocation); });
}

LAUNCHPROOF_API cudaError_t cudaGraphMemAllocNodeGetParams(CUgraphNode node,
                                                           CUDA_MEM_ALLOC_NODE_PARAMS* allocation) {
  return finish(cuGraphMemAllocNodeGetParams(node, allocation));
}

LAUNCHPROOF_API cudaError_t cudaGraphAddMemFreeNode(CUgraphNode* node, CUgraph graph,
                                                    const CUgraphNode* after, std::size_t count,
                                                    void* memory) {
  return in_context([&] { return cuGraphAddMemFreeNode(node, graph, after, count, address_of(memory)); });
}

LAUNCHPROOF_API cudaError_t cudaGraphMemFreeNodeGetParams(CUgraphNode node, void* memory) {
  return finish(cuGraphMemFreeNodeGetParams(node, static_cast<CUdeviceptr*>(memory)));
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeGetType(CUgraphNode node, int* type) {
  return finish(cuGraphNodeGetType(node, type));
}

LAUNCHPROOF_API cudaError_t cudaGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  return finish(cuGraphGetNodes(graph, nodes, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  return finish(cuGraphGetRootNodes(graph, nodes, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, void* edges,
                                              std::size_t* count) {
  return finish(cuGraphGetEdges_v2(graph, from, to, edges, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes, void* edges,
                                                         std::size_t* count) {
  return finish(cuGraphNodeGetDependencies_v2(node, nodes, edges, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* nodes, void* edges,
                                                           std::size_t* count) {
  return finish(cuGraphNodeGetDependentNodes_v2(node, nodes, edges, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                                     const CUgraphNode* to, const void* edges,
                                                     std::size_t count) {
  return finish(cuGraphAddDependencies_v2(graph, from, to, edges, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                        const CUgraphNode* to, const void* edges,
                                                        std::size_t count) {
  return finish(cuGraphRemoveDependencies_v2(graph, from, to, edges, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphDestroyNode(CUgraphNode node) {
  return finish(cuGraphDestroyNode(node));
}

LAUNCHPROOF_API cudaError_t cudaGraphInstantiate(CUgraphExec* executable, CUgraph graph,
                                                 unsigned long long flags) {
  return in_context([&] { return cuGraphInstantiateWithFlags(executable, graph, flags); });
}

LAUNCHPROOF_API cudaError_t cudaGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph,
                                                          unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}

LAUNCHPROOF_API cudaError_t cudaGraphInstantiateWithParams(CUgraphExec* executable, CUgraph graph,
                                                           InstantiateParams* given) {
  if (given == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUDA_GRAPH_INSTANTIATE_PARAMS made{given->flags, given->upload, nullptr, 0};
    const CUresult result = cuGraphInstantiateWithParams(executable, graph, &made);
    given->bad = made.hErrNode_out;
    given->result = made.result_out;
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecGetFlags(CUgraphExec executable, std::uint64_t* flags) {
  return finish(cuGraphExecGetFlags(executable, flags));
}

LAUNCHPROOF_API cudaError_t cudaGraphExecDestroy(CUgraphExec executable) {
  return in_context([&] { return cuGraphExecDestroy(executable); });
}

LAUNCHPROOF_API cudaError_t cudaGraphUpload(CUgraphExec executable, CUstream stream) {
  return in_context([&] { return cuGraphUpload(executable, stream); });
}

LAUNCHPROOF_API cudaError_t cudaGraphLaunch(CUgraphExec executable, CUstream stream) {
  return in_context([&] { return cuGraphLaunch(executable, stream); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecUpdate(CUgraphExec executable, CUgraph graph,
                                                CUgraphExecUpdateResultInfo* info) {
  return in_context([&] { return cuGraphExecUpdate_v2(executable, graph, info); });
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeSetEnabled(CUgraphExec executable, CUgraphNode node,
                                                    unsigned is_enabled) {
  return finish(cuGraphNodeSetEnabled(executable, node, is_enabled));
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeGetEnabled(CUgraphExec executable, CUgraphNode node,
                                                    unsigned* is_enabled) {
  return finish(cuGraphNodeGetEnabled(executable, node, is_enabled));
}

LAUNCHPROOF_API cudaError_t cudaGraphDebugDotPrint(CUgraph graph, const char* path, unsigned flags) {
  return finish(cuGraphDebugDotPrint(graph, path, flags));
}

LAUNCHPROOF_API cudaError_t cudaDeviceGraphMemTrim(int device) {
  return finish(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

// Functions of the runtime API that the tests use.
#pragma once

#include "shim/cuda/runtime/arrays.h"
#include "shim/cuda/runtime/runtime.h"

extern "C" {

struct cudaKernelNodeParams {
  const void* func;
  dim3 grid, block;
  unsigned shared_bytes;
  void **parameters, **extra;
};

cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, CUstream stream);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, CUstream stream);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, CUstream stream);
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, CUstream stream);
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               int kind);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, CUstream stream);
cudaError_t cudaLaunchHostFunc(CUstream stream, CUhostFn function, void* data);
cudaError_t cudaStreamCreate(CUstream* stream);
cudaError_t cudaStreamDestroy(CUstream stream);
cudaError_t cudaStreamSynchronize(CUstream stream);
cudaError_t cudaStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
cudaError_t cudaStreamBeginCapture(CUstream stream, int mode);
cudaError_t cudaStreamEndCapture(CUstream stream, CUgraph* graph);
cudaError_t cudaStreamIsCapturing(CUstream stream, int* status);
cudaError_t cudaEventCreate(CUevent* event);
cudaError_t cudaEventRecord(CUevent event, CUstream stream);
cudaError_t cudaEventSynchronize(CUevent event);
cudaError_t cudaGraphCreate(CUgraph* graph, unsigned flags);
cudaError_t cudaGraphDestroy(CUgraph graph);
cudaError_t cudaGraphClone(CUgraph* clone, CUgraph original);
cudaError_t cudaGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                   std::size_t count, const cudaKernelNodeParams* given);
cudaError_t cudaGraphKernelNodeGetParams(CUgraphNode node, cudaKernelNodeParams* given);
cudaError_t cudaGraphAddMemcpyNode1D(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     int kind);
cudaError_t cudaGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                   std::size_t count, const CUDA_MEMSET_NODE_PARAMS* fill);
cudaError_t cudaGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                 std::size_t count, const CUDA_HOST_NODE_PARAMS* call);
cudaError_t cudaGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                       std::size_t count, CUgraph child);
cudaError_t cudaGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                  std::size_t count);
cudaError_t cudaGraphAddDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                     const void* edges, std::size_t count);
cudaError_t cudaGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count);
cudaError_t cudaGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count);
cudaError_t cudaGraphNodeGetType(CUgraphNode node, int* type);
cudaError_t cudaGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes, void* edges,
                                         std::size_t* count);
cudaError_t cudaGraphInstantiate(CUgraphExec* executable, CUgraph graph, unsigned long long flags);
cudaError_t cudaGraphLaunch(CUgraphExec executable, CUstream stream);
cudaError_t cudaGraphExecDestroy(CUgraphExec executable);
cudaError_t cudaGraphExecUpdate(CUgraphExec executable, CUgraph graph, CUgraphExecUpdateResultInfo* info);
cudaError_t cudaGraphExecKernelNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                             const cudaKernelNodeParams* given);
cudaError_t cudaGraphNodeSetEnabled(CUgraphExec executable, CUgraphNode node, unsigned is_enabled);
cudaError_t cudaMallocArray(CUarray* array, const cudaChannelFormatDesc* channels, std::size_t width,
                            std::size_t height, unsigned flags);
cudaError_t cudaMalloc3DArray(CUarray* array, const cudaChannelFormatDesc* channels, cudaExtent extent,
                              unsigned flags);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent, unsigned* flags,
                             CUarray array);
cudaError_t cudaFreeArray(CUarray array);
cudaError_t cudaMemcpy2DToArray(CUarray to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                std::size_t width, std::size_t height, int kind);
cudaError_t cudaMemcpyFromArray(void* to, CUarray from, std::size_t x, std::size_t y, std::size_t bytes,
                                int kind);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy);
cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent);
cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent);
cudaError_t cudaCreateTextureObject(unsigned long long* handle, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const void* view);
cudaError_t cudaDestroyTextureObject(unsigned long long handle);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, unsigned long long handle);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, unsigned long long handle);
cudaError_t cudaCreateSurfaceObject(unsigned long long* handle, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(unsigned long long handle);
cudaError_t cudaDeviceGetDefaultMemPool(CUmemoryPool* pool, int device);
cudaError_t cudaMemPoolSetAttribute(CUmemoryPool pool, int which, void* value);
cudaError_t cudaMemPoolGetAttribute(CUmemoryPool pool, int which, void* value);
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, CUmemoryPool pool, CUstream stream);

}  // extern "C"

namespace launchproof::cuda {
inline constexpr int kToDevice = 1, kToHost = 2, kAnyWay = 4;  // cudaMemcpyKind
}

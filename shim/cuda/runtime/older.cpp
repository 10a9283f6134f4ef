// Functions of versions 11 and 12 of the runtime whose names version 13 uses for other functions.
#include "shim/cuda/runtime/runtime.h"

#undef cudaGraphAddDependencies
#undef cudaGraphAddNode
#undef cudaGraphExecUpdate
#undef cudaGraphGetEdges
#undef cudaGraphInstantiate
#undef cudaGraphNodeGetDependencies
#undef cudaGraphNodeGetDependentNodes
#undef cudaGraphRemoveDependencies
#undef cudaStreamGetCaptureInfo
#undef cudaStreamUpdateCaptureDependencies

using namespace launchproof::cuda::runtime;

LAUNCHPROOF_API cudaError_t cudaGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                                     const CUgraphNode* to, std::size_t count) {
  return finish(cuGraphAddDependencies(graph, from, to, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                        const CUgraphNode* to, std::size_t count) {
  return finish(cuGraphRemoveDependencies(graph, from, to, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to,
                                              std::size_t* count) {
  return finish(cuGraphGetEdges(graph, from, to, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes,
                                                         std::size_t* count) {
  return finish(cuGraphNodeGetDependencies(node, nodes, count));
}

LAUNCHPROOF_API cudaError_t cudaGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* nodes,
                                                           std::size_t* count) {
  return finish(cuGraphNodeGetDependentNodes(node, nodes, count));
}

LAUNCHPROOF_API cudaError_t cudaStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* nodes,
                                                                std::size_t count, unsigned flags) {
  return in_context(
      [&] { return cuStreamUpdateCaptureDependencies_v2(stream, nodes, nullptr, count, flags); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetCaptureInfo_v2(CUstream stream, int* status, std::uint64_t* id,
                                                        CUgraph* graph, const CUgraphNode** after,
                                                        std::size_t* count) {
  return in_context(
      [&] { return cuStreamGetCaptureInfo_v3(stream, status, id, graph, after, nullptr, count); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetCaptureInfo(CUstream stream, int* status, std::uint64_t* id) {
  return cudaStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

extern "C" cudaError_t cudaGraphAddNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                           const void* edges, std::size_t count, void* given);
LAUNCHPROOF_API cudaError_t cudaGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                             std::size_t count, void* given) {
  return cudaGraphAddNode_v2(node, graph, after, nullptr, count, given);
}

#if LAUNCHPROOF_RUNTIME < 12
LAUNCHPROOF_API cudaError_t cudaGraphInstantiate(CUgraphExec* executable, CUgraph graph, CUgraphNode* bad,
                                                 char* text, std::size_t size) {
  return in_context([&] { return cuGraphInstantiate_v2(executable, graph, bad, text, size); });
}

LAUNCHPROOF_API cudaError_t cudaGraphExecUpdate(CUgraphExec executable, CUgraph graph, CUgraphNode* bad,
                                                int* how) {
  return in_context([&] {
    CUgraphExecUpdateResultInfo info{};
    const CUresult result = cuGraphExecUpdate_v2(executable, graph, &info);
    if (bad != nullptr) *bad = info.errorNode;
    if (how != nullptr) *how = info.result;
    return result;
  });
}
#endif

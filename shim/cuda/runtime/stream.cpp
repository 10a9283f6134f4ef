// Streams, events and host functions in a stream.
#include "shim/cuda/runtime/runtime.h"

using namespace launchproof::cuda::runtime;

LAUNCHPROOF_API cudaError_t cudaStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return in_context([&] { return cuStreamCreateWithPriority(stream, flags, priority); });
}

LAUNCHPROOF_API cudaError_t cudaStreamCreateWithFlags(CUstream* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

LAUNCHPROOF_API cudaError_t cudaStreamCreate(CUstream* stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}

LAUNCHPROOF_API cudaError_t cudaStreamDestroy(CUstream stream) {
  return in_context([&] { return cuStreamDestroy_v2(stream); });
}

LAUNCHPROOF_API cudaError_t cudaStreamSynchronize(CUstream stream) {
  return in_context([&] { return cuStreamSynchronize(stream); });
}

LAUNCHPROOF_API cudaError_t cudaStreamQuery(CUstream stream) {
  return in_context([&] { return cuStreamQuery(stream); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetFlags(CUstream stream, unsigned* flags) {
  return in_context([&] { return cuStreamGetFlags(stream, flags); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetPriority(CUstream stream, int* priority) {
  return in_context([&] { return cuStreamGetPriority(stream, priority); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetId(CUstream stream, unsigned long long* id) {
  return in_context([&] { return cuStreamGetId(stream, id); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetDevice(CUstream stream, int* device) {
  return in_context([&] { return cuStreamGetDevice(stream, device); });
}

// Attributes concern caches and scheduling, and have no effect here.
LAUNCHPROOF_API cudaError_t cudaStreamCopyAttributes(CUstream, CUstream) {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaStreamSetAttribute(CUstream, int, const void*) {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaStreamAttachMemAsync(CUstream, void*, std::size_t, unsigned) {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaStreamBeginCapture(CUstream stream, int mode) {
  return in_context([&] { return cuStreamBeginCapture_v2(stream, mode); });
}

LAUNCHPROOF_API cudaError_t cudaStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                                          const CUgraphNode* after, const void* edges,
                                                          std::size_t count, int mode) {
  return in_context([&] { return cuStreamBeginCaptureToGraph(stream, graph, after, edges, count, mode); });
}

LAUNCHPROOF_API cudaError_t cudaStreamEndCapture(CUstream stream, CUgraph* graph) {
  return in_context([&] { return cuStreamEndCapture(stream, graph); });
}

LAUNCHPROOF_API cudaError_t cudaStreamGetCaptureInfo(CUstream stream, int* status, std::uint64_t* id,
                                                     CUgraph* graph, const CUgraphNode** after,
                                                     const void** edges, std::size_t* count) {
  return in_context(
      [&] { return cuStreamGetCaptureInfo_v3(stream, status, id, graph, after, edges, count); });
}

LAUNCHPROOF_API cudaError_t cudaStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* nodes,
                                                                const void* edges, std::size_t count,
                                                                unsigned flags) {
  return in_context([&] { return cuStreamUpdateCaptureDependencies_v2(stream, nodes, edges, count, flags); });
}

LAUNCHPROOF_API cudaError_t cudaThreadExchangeStreamCaptureMode(int* mode) {
  return finish(cuThreadExchangeStreamCaptureMode(mode));
}

LAUNCHPROOF_API cudaError_t cudaStreamIsCapturing(CUstream stream, int* status) {
  return in_context([&] { return cuStreamIsCapturing(stream, status); });
}

LAUNCHPROOF_API cudaError_t cudaStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return in_context([&] { return cuStreamWaitEvent(stream, event, flags); });
}

LAUNCHPROOF_API cudaError_t cudaLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return in_context([&] { return cuLaunchHostFunc(stream, function, data); });
}

LAUNCHPROOF_API cudaError_t cudaStreamAddCallback(CUstream stream, CUstreamCallback function, void* data,
                                                  unsigned flags) {
  return in_context([&] { return cuStreamAddCallback(stream, function, data, flags); });
}

LAUNCHPROOF_API cudaError_t cudaEventCreateWithFlags(CUevent* event, unsigned flags) {
  return in_context([&] { return cuEventCreate(event, flags); });
}

LAUNCHPROOF_API cudaError_t cudaEventCreate(CUevent* event) {
  return cudaEventCreateWithFlags(event, 0);
}

LAUNCHPROOF_API cudaError_t cudaEventRecord(CUevent event, CUstream stream) {
  return in_context([&] { return cuEventRecord(event, stream); });
}

LAUNCHPROOF_API cudaError_t cudaEventRecordWithFlags(CUevent event, CUstream stream, unsigned) {
  return cudaEventRecord(event, stream);
}

LAUNCHPROOF_API cudaError_t cudaEventQuery(CUevent event) {
  return in_context([&] { return cuEventQuery(event); });
}

LAUNCHPROOF_API cudaError_t cudaEventSynchronize(CUevent event) {
  return in_context([&] { return cuEventSynchronize(event); });
}

LAUNCHPROOF_API cudaError_t cudaEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return in_context([&] { return cuEventElapsedTime(milliseconds, start, end); });
}

LAUNCHPROOF_API cudaError_t cudaEventDestroy(CUevent event) {
  return in_context([&] { return cuEventDestroy_v2(event); });
}

// Streams, events, and functions of the host in a stream.
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

// Errors, and the context of a thread.
#include "shim/cuda/runtime/runtime.h"

namespace launchproof::cuda::runtime {
namespace {

thread_local cudaError_t t_last = cudaSuccess;

}  // namespace

cudaError_t finish(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) t_last = error;
  return error;
}

CUresult need_context() {
  if (const CUresult result = cuInit(0); result != CUDA_SUCCESS) return result;
  CUcontext context = nullptr;
  if (const CUresult result = cuCtxGetCurrent(&context); result != CUDA_SUCCESS || context != nullptr)
    return result;
  if (const CUresult result = cuDevicePrimaryCtxRetain(&context, 0); result != CUDA_SUCCESS) return result;
  return cuCtxSetCurrent(context);
}

}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;

LAUNCHPROOF_API cudaError_t cudaGetLastError() {
  const cudaError_t error = t_last;
  t_last = cudaSuccess;
  return error;
}

LAUNCHPROOF_API cudaError_t cudaPeekAtLastError() {
  return t_last;
}

LAUNCHPROOF_API const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define ERROR(name, number, text) \
  case name:                      \
    return #name;
#include "shim/cuda/runtime/errors.def"
#undef ERROR
  }
  return "unrecognized error code";
}

LAUNCHPROOF_API const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define ERROR(name, number, text) \
  case name:                      \
    return text;
#include "shim/cuda/runtime/errors.def"
#undef ERROR
  }
  return "unrecognized error code";
}

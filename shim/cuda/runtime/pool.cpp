// Memory pools for stream-ordered allocation.
#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/runtime/runtime.h"

using namespace launchproof::cuda::runtime;
using launchproof::cuda::pointer_to;

LAUNCHPROOF_API cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, CUmemoryPool pool,
                                                    CUstream stream) {
  if (pointer == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUdeviceptr address = 0;
    const CUresult result = cuMemAllocFromPoolAsync(&address, bytes, pool, stream);
    *pointer = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  return in_context([&] { return cuMemPoolCreate(pool, properties); });
}

LAUNCHPROOF_API cudaError_t cudaMemPoolDestroy(CUmemoryPool pool) {
  return in_context([&] { return cuMemPoolDestroy(pool); });
}

LAUNCHPROOF_API cudaError_t cudaMemPoolSetAttribute(CUmemoryPool pool, int which, void* value) {
  return in_context([&] { return cuMemPoolSetAttribute(pool, which, value); });
}

LAUNCHPROOF_API cudaError_t cudaMemPoolGetAttribute(CUmemoryPool pool, int which, void* value) {
  return in_context([&] { return cuMemPoolGetAttribute(pool, which, value); });
}

LAUNCHPROOF_API cudaError_t cudaMemPoolTrimTo(CUmemoryPool pool, std::size_t bytes) {
  return in_context([&] { return cuMemPoolTrimTo(pool, bytes); });
}

LAUNCHPROOF_API cudaError_t cudaMemPoolSetAccess(CUmemoryPool pool, const void* access, std::size_t count) {
  return in_context([&] { return cuMemPoolSetAccess(pool, access, count); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetDefaultMemPool(CUmemoryPool* pool, int device) {
  return in_context([&] { return cuDeviceGetDefaultMemPool(pool, device); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetMemPool(CUmemoryPool* pool, int device) {
  return in_context([&] { return cuDeviceGetMemPool(pool, device); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceSetMemPool(int device, CUmemoryPool pool) {
  return in_context([&] { return cuDeviceSetMemPool(device, pool); });
}

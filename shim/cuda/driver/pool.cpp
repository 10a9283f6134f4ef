// Memory pools for stream-ordered allocation (CUDA Driver API, "Stream Ordered Memory Allocator").
#include "shim/cuda/device/pool.h"
#include "shim/cuda/driver/driver.h"
#include "shim/cuda/driver/performer.h"

namespace launchproof::cuda {
namespace {

constexpr std::size_t kLastSwitch = 3;  // attributes up to this one have 32 bits

template <typename Body>
CUresult with_pool(CUmemoryPool pool, const Body& body) noexcept {
  return with_driver([&](Driver& driver) {
    if (!driver.pools.holds(pool) && pool != driver.default_pool()) return CUDA_ERROR_INVALID_VALUE;
    return body(driver);
  });
}

// In a stream that records a graph, the allocation is a node that already has its address.
CUresult allocate(CUdeviceptr* pointer, std::size_t bytes, CUstream stream) {
  if (pointer == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    AllocationWork work;
    work.allocation.bytesize = bytes;
    work.allocation.dptr = *pointer = driver.memory().allocate(bytes);
    return *pointer == 0 ? CUDA_ERROR_OUT_OF_MEMORY : submit(driver, stream, work);
  });
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuMemAllocAsync(CUdeviceptr* pointer, std::size_t bytes, CUstream stream) {
  return allocate(pointer, bytes, stream);
}

LAUNCHPROOF_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr* pointer, std::size_t bytes, CUmemoryPool pool,
                                                 CUstream stream) {
  const CUresult result = with_pool(pool, [](Driver&) { return CUDA_SUCCESS; });
  return result == CUDA_SUCCESS ? allocate(pointer, bytes, stream) : result;
}

// A graph that is launched again needs the memory again, so a node keeps it.
LAUNCHPROOF_API CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream handle) {
  return with_context([&](Driver& driver) {
    const Stream* const stream = driver.stream(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (stream->recording.recording != nullptr) return submit(driver, handle, ReleaseWork{pointer});
    return pointer == 0 || driver.memory().release(pointer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

LAUNCHPROOF_API CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  if (pool == nullptr || properties == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    *pool = driver.pools.make();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return with_driver(
      [&](Driver& driver) { return driver.pools.remove(pool) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; });
}

LAUNCHPROOF_API CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int which, const void* value) {
  return with_pool(pool, [&](Driver&) {
    const auto number = static_cast<std::size_t>(which);
    if (value == nullptr || number == 0 || number >= pool->attributes.size()) return CUDA_ERROR_INVALID_VALUE;
    pool->attributes[number] = number <= kLastSwitch ? static_cast<const std::uint32_t*>(value)[0]
                                                     : static_cast<const std::uint64_t*>(value)[0];
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int which, void* value) {
  return with_pool(pool, [&](Driver&) {
    const auto number = static_cast<std::size_t>(which);
    if (value == nullptr || number == 0 || number >= pool->attributes.size()) return CUDA_ERROR_INVALID_VALUE;
    if (number <= kLastSwitch)
      *static_cast<std::uint32_t*>(value) = static_cast<std::uint32_t>(pool->attributes[number]);
    else
      *static_cast<std::uint64_t*>(value) = pool->attributes[number];
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, std::size_t) {
  return with_pool(pool, [](Driver&) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const void*, std::size_t) {
  return with_pool(pool, [](Driver&) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  if (pool == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver& driver) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    *pool = driver.default_pool();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
  return cuDeviceGetDefaultMemPool(pool, device);
}

LAUNCHPROOF_API CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return with_pool(pool, [&](Driver&) { return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; });
}

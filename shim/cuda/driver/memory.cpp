// Allocations and queries about pointers.
#include "shim/cuda/driver/driver.h"
#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

CUresult allocate(CUdeviceptr* pointer, std::size_t bytes, AllocationKind kind = AllocationKind::Device) {
  if (pointer == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    *pointer = driver.memory().allocate(bytes, kind);
    return *pointer == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
  });
}

// Host memory that kernels can reach is part of the device's memory as well.
CUresult allocate_host(void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    const std::uint64_t address = driver.memory().allocate(bytes, AllocationKind::Host);
    *pointer = pointer_to(address);
    return address == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
  });
}

CUresult release(std::uint64_t address) {
  return with_context([&](Driver& driver) {
    return address == 0 || driver.memory().release(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

// CU_POINTER_ATTRIBUTE_...
enum class PointerAttribute : int {
  Context = 1,
  MemoryType = 2,
  DevicePointer = 3,
  HostPointer = 4,
  IsManaged = 8,
  DeviceOrdinal = 9,
  RangeStart = 11,
  RangeSize = 12,
  Mapped = 13
};

CUresult attribute(Driver& driver, void* data, PointerAttribute which, CUdeviceptr pointer) {
  const auto found = driver.memory().find(pointer);
  if (data == nullptr || !found) return CUDA_ERROR_INVALID_VALUE;
  switch (which) {
    case PointerAttribute::Context:
      *static_cast<CUcontext*>(data) = driver.primary();
      return CUDA_SUCCESS;
    case PointerAttribute::MemoryType:
      *static_cast<unsigned*>(data) =
          found->kind == AllocationKind::Host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case PointerAttribute::DevicePointer:
      *static_cast<CUdeviceptr*>(data) = pointer;
      return CUDA_SUCCESS;
    case PointerAttribute::HostPointer:
      if (found->kind != AllocationKind::Host && found->kind != AllocationKind::Managed)
        return CUDA_ERROR_INVALID_VALUE;
      *static_cast<CUdeviceptr*>(data) = pointer;
      return CUDA_SUCCESS;
    case PointerAttribute::IsManaged:
      *static_cast<unsigned*>(data) = found->kind == AllocationKind::Managed ? 1 : 0;
      return CUDA_SUCCESS;
    case PointerAttribute::DeviceOrdinal:
      *static_cast<int*>(data) = 0;
      return CUDA_SUCCESS;
    case PointerAttribute::RangeStart:
      *static_cast<CUdeviceptr*>(data) = found->begin;
      return CUDA_SUCCESS;
    case PointerAttribute::RangeSize:
      *static_cast<std::size_t*>(data) = found->size;
      return CUDA_SUCCESS;
    case PointerAttribute::Mapped:
      *static_cast<int*>(data) = 1;
      return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuMemAlloc_v2(CUdeviceptr* pointer, std::size_t bytes) {
  return allocate(pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemAllocManaged(CUdeviceptr* pointer, std::size_t bytes, unsigned) {
  return allocate(pointer, bytes, AllocationKind::Managed);
}

LAUNCHPROOF_API CUresult cuMemAllocPitch_v2(CUdeviceptr* pointer, std::size_t* pitch, std::size_t width,
                                            std::size_t height, unsigned) {
  constexpr std::size_t kPitch = 512;
  if (pitch == nullptr || width == 0 || height == 0) return CUDA_ERROR_INVALID_VALUE;
  *pitch = (width + kPitch - 1) / kPitch * kPitch;
  return allocate(pointer, *pitch * height);
}

LAUNCHPROOF_API CUresult cuMemFree_v2(CUdeviceptr pointer) {
  return release(pointer);
}

LAUNCHPROOF_API CUresult cuMemAllocHost_v2(void** pointer, std::size_t bytes) {
  return allocate_host(pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return allocate_host(pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemFreeHost(void* pointer) {
  return release(reinterpret_cast<std::uint64_t>(pointer));
}

LAUNCHPROOF_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* device, void* host, unsigned) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    *device = reinterpret_cast<CUdeviceptr>(host);
    return driver.memory().find(*device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

LAUNCHPROOF_API CUresult cuMemHostGetFlags(unsigned* flags, void* host) {
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    *flags = 0;
    return driver.memory().find(reinterpret_cast<std::uint64_t>(host)) ? CUDA_SUCCESS
                                                                       : CUDA_ERROR_INVALID_VALUE;
  });
}

// Registering makes copies faster on a GPU. Kernels access such memory through a device pointer, which does
// not exist here.
LAUNCHPROOF_API CUresult cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned) {
  return with_context(
      [&](Driver&) { return pointer == nullptr || bytes == 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuMemHostUnregister(void*) {
  return with_context([](Driver&) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return with_context([&](Driver& driver) {
    if (free != nullptr) *free = driver.memory().free_bytes();
    if (total != nullptr) *total = driver.memory().size();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuMemGetAddressRange_v2(CUdeviceptr* base, std::size_t* size, CUdeviceptr pointer) {
  return with_context([&](Driver& driver) {
    const auto found = driver.memory().find(pointer);
    if (!found) return CUDA_ERROR_NOT_FOUND;
    if (base != nullptr) *base = found->begin;
    if (size != nullptr) *size = found->size;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuPointerGetAttribute(void* data, int which, CUdeviceptr pointer) {
  return with_context(
      [&](Driver& driver) { return attribute(driver, data, static_cast<PointerAttribute>(which), pointer); });
}

LAUNCHPROOF_API CUresult cuPointerGetAttributes(unsigned count, const int* which, void** data,
                                                CUdeviceptr pointer) {
  if (which == nullptr || data == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    // An attribute that a pointer does not have is null, which is not an error (CUDA Driver API,
    // cuPointerGetAttributes).
    for (unsigned i = 0; i < count; ++i)
      attribute(driver, data[i], static_cast<PointerAttribute>(which[i]), pointer);
    return CUDA_SUCCESS;
  });
}

// Managed memory is accessible everywhere at once.
LAUNCHPROOF_API CUresult cuMemPrefetchAsync(CUdeviceptr, std::size_t, CUdevice, CUstream) {
  return with_context([](Driver&) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuMemAdvise(CUdeviceptr, std::size_t, int, CUdevice) {
  return with_context([](Driver&) { return CUDA_SUCCESS; });
}

// Copies and fills. The host reaches the device's memory, so that they are done before the call returns; what
// the application sees is the same in every stream.
#include <cstring>

#include "shim/cuda/addresses.h"
#include "shim/cuda/driver.h"

namespace launchproof::cuda {
namespace {

// Whether the bytes lie in one allocation, where they are the device's.
bool is_device_range(Driver& driver, CUdeviceptr address, std::size_t bytes) {
  const auto found = driver.memory().find(address);
  return found && bytes <= found->begin + found->size - address;
}

// Whether an address of either side may be used: one in the device's memory must lie in an allocation.
bool is_range(Driver& driver, CUdeviceptr address, std::size_t bytes) {
  const bool is_of_device = address - DeviceMemory::address() < driver.memory().size();
  return address != 0 && (!is_of_device || is_device_range(driver, address, bytes));
}

enum class Side : std::uint8_t { Host, Device, Any };

CUresult copy(Side to_side, CUdeviceptr to, Side from_side, CUdeviceptr from, std::size_t bytes) {
  return with_context([&](Driver& driver) {
    if (bytes == 0) return CUDA_SUCCESS;
    const auto fits = [&](Side side, CUdeviceptr address) {
      return side == Side::Device ? is_device_range(driver, address, bytes)
                                  : is_range(driver, address, bytes);
    };
    if (!fits(to_side, to) || !fits(from_side, from)) return CUDA_ERROR_INVALID_VALUE;
    std::memmove(pointer_to(to), pointer_to(from), bytes);
    return CUDA_SUCCESS;
  });
}

template <typename Number>
CUresult fill(CUdeviceptr to, std::size_t pitch, Number value, std::size_t width, std::size_t height) {
  return with_context([&](Driver& driver) {
    if (width == 0 || height == 0) return CUDA_SUCCESS;
    const std::size_t row = width * sizeof value;
    if (to % sizeof value != 0 || !is_device_range(driver, to, (height - 1) * pitch + row))
      return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t y = 0; y < height; ++y) {
      auto* const begin = static_cast<Number*>(pointer_to(to + y * pitch));
      for (std::size_t x = 0; x < width; ++x) begin[x] = value;
    }
    return CUDA_SUCCESS;
  });
}

CUresult copy_2d(const CUDA_MEMCPY2D* copy) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver& driver) {
    if (copy->srcMemoryType == CU_MEMORYTYPE_ARRAY || copy->dstMemoryType == CU_MEMORYTYPE_ARRAY)
      return CUDA_ERROR_NOT_SUPPORTED;
    if (copy->WidthInBytes == 0 || copy->Height == 0) return CUDA_SUCCESS;
    const auto begin = [](CUmemorytype type, const void* host, CUdeviceptr device, std::size_t x,
                          std::size_t y, std::size_t pitch) {
      return (type == CU_MEMORYTYPE_HOST ? address_of(host) : device) + y * pitch + x;
    };
    const CUdeviceptr from = begin(copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcXInBytes,
                                   copy->srcY, copy->srcPitch);
    const CUdeviceptr to = begin(copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstXInBytes,
                                 copy->dstY, copy->dstPitch);
    const auto extent = [&](std::size_t pitch) { return (copy->Height - 1) * pitch + copy->WidthInBytes; };
    if (!is_range(driver, from, extent(copy->srcPitch)) || !is_range(driver, to, extent(copy->dstPitch)))
      return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t y = 0; y < copy->Height; ++y)
      std::memmove(pointer_to(to + y * copy->dstPitch), pointer_to(from + y * copy->srcPitch),
                   copy->WidthInBytes);
    return CUDA_SUCCESS;
  });
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return copy(Side::Any, to, Side::Any, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream) {
  return copy(Side::Any, to, Side::Any, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes) {
  return copy(Side::Device, to, Side::Any, address_of(from), bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream) {
  return copy(Side::Device, to, Side::Any, address_of(from), bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes) {
  return copy(Side::Any, address_of(to), Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream) {
  return copy(Side::Any, address_of(to), Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return copy(Side::Device, to, Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream) {
  return copy(Side::Device, to, Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* copy) {
  return copy_2d(copy);
}

LAUNCHPROOF_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* copy) {
  return copy_2d(copy);
}

LAUNCHPROOF_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* copy, CUstream) {
  return copy_2d(copy);
}

LAUNCHPROOF_API CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, std::size_t count) {
  return fill(to, 0, value, count, 1);
}

LAUNCHPROOF_API CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, std::size_t count) {
  return fill(to, 0, value, count, 1);
}

LAUNCHPROOF_API CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, std::size_t count) {
  return fill(to, 0, value, count, 1);
}

LAUNCHPROOF_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream) {
  return fill(to, 0, value, count, 1);
}

LAUNCHPROOF_API CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count, CUstream) {
  return fill(to, 0, value, count, 1);
}

LAUNCHPROOF_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream) {
  return fill(to, 0, value, count, 1);
}

LAUNCHPROOF_API CUresult cuMemsetD2D8_v2(CUdeviceptr to, std::size_t pitch, unsigned char value,
                                         std::size_t width, std::size_t height) {
  return fill(to, pitch, value, width, height);
}

LAUNCHPROOF_API CUresult cuMemsetD2D32_v2(CUdeviceptr to, std::size_t pitch, unsigned value,
                                          std::size_t width, std::size_t height) {
  return fill(to, pitch, value, width, height);
}

LAUNCHPROOF_API CUresult cuMemsetD2D8Async(CUdeviceptr to, std::size_t pitch, unsigned char value,
                                           std::size_t width, std::size_t height, CUstream) {
  return fill(to, pitch, value, width, height);
}

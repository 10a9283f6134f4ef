// Copies and fills.
#include <optional>
#include <utility>

#include "shim/cuda/driver/driver.h"
#include "shim/cuda/driver/performer.h"
#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

// The stream of a copy; none if the host waits for the copy in the legacy stream.
using StreamOrHost = std::optional<CUstream>;
constexpr StreamOrHost kHost = std::nullopt;

CUresult submit(Driver& driver, StreamOrHost stream, Work work) {
  const std::uint32_t begin = driver.order().begin();
  const CUresult result = submit(driver, stream.value_or(nullptr), std::move(work));
  if (!stream && result == CUDA_SUCCESS) driver.order().host_waits(driver.stream(nullptr)->name(), begin);
  return result;
}

// The addresses that a side may have; for host memory, any address that the process can access.
enum class Side : std::uint8_t { Device, Any };

CUresult submit_copy(const CUDA_MEMCPY3D& copy, StreamOrHost stream) {
  return with_context([&](Driver& driver) {
    CopyWork work{copy};
    const CUresult result = check(driver, work);
    return result == CUDA_SUCCESS ? submit(driver, stream, work) : result;
  });
}

CUresult copy(Side to_side, CUdeviceptr to, Side from_side, CUdeviceptr from, std::size_t bytes,
              StreamOrHost stream = kHost) {
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = from_side == Side::Device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_UNIFIED;
  copy.dstMemoryType = to_side == Side::Device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_UNIFIED;
  copy.srcDevice = from;
  copy.dstDevice = to;
  copy.WidthInBytes = copy.srcPitch = copy.dstPitch = bytes;
  copy.Height = copy.Depth = copy.srcHeight = copy.dstHeight = 1;
  return submit_copy(copy, stream);
}

template <typename Number>
CUresult fill(CUdeviceptr to, std::size_t pitch, Number value, std::size_t width, std::size_t height,
              CUstream stream = nullptr) {
  return with_context([&](Driver& driver) {
    FillWork work{{to, pitch, value, sizeof value, width, height}};
    const CUresult result = check(driver, work);
    return result == CUDA_SUCCESS ? submit(driver, stream, work) : result;
  });
}

CUresult copy_2d(const CUDA_MEMCPY2D* given, StreamOrHost stream = kHost) {
  if (given == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D copy{};
  copy.srcXInBytes = given->srcXInBytes;
  copy.srcY = given->srcY;
  copy.srcMemoryType = given->srcMemoryType;
  copy.srcHost = given->srcHost;
  copy.srcDevice = given->srcDevice;
  copy.srcArray = given->srcArray;
  copy.srcPitch = given->srcPitch;
  copy.dstXInBytes = given->dstXInBytes;
  copy.dstY = given->dstY;
  copy.dstMemoryType = given->dstMemoryType;
  copy.dstHost = given->dstHost;
  copy.dstDevice = given->dstDevice;
  copy.dstArray = given->dstArray;
  copy.dstPitch = given->dstPitch;
  copy.WidthInBytes = given->WidthInBytes;
  copy.Height = copy.srcHeight = copy.dstHeight = given->Height;
  copy.Depth = 1;
  return submit_copy(copy, stream);
}

// The rows of an array are contiguous, so its bytes are copied like any other memory.
CUresult copy_array(CUarray array, std::size_t offset, CUdeviceptr other, std::size_t bytes, bool to_array,
                    Side other_side, StreamOrHost stream = kHost) {
  if (array == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUdeviceptr begin = array->address + offset;
  return to_array ? copy(Side::Device, begin, other_side, other, bytes, stream)
                  : copy(other_side, other, Side::Device, begin, bytes, stream);
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return copy(Side::Any, to, Side::Any, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy(Side::Any, to, Side::Any, from, bytes, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes) {
  return copy(Side::Device, to, Side::Any, address_of(from), bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes,
                                              CUstream stream) {
  return copy(Side::Device, to, Side::Any, address_of(from), bytes, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes) {
  return copy(Side::Any, address_of(to), Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes,
                                              CUstream stream) {
  return copy(Side::Any, address_of(to), Side::Device, from, bytes, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return copy(Side::Device, to, Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                                              CUstream stream) {
  return copy(Side::Device, to, Side::Device, from, bytes, stream);
}

LAUNCHPROOF_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* copy) {
  return copy_2d(copy);
}

LAUNCHPROOF_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* copy) {
  return copy_2d(copy);
}

LAUNCHPROOF_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return copy_2d(copy, stream);
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

LAUNCHPROOF_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count,
                                         CUstream stream) {
  return fill(to, 0, value, count, 1, stream);
}

LAUNCHPROOF_API CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count,
                                          CUstream stream) {
  return fill(to, 0, value, count, 1, stream);
}

LAUNCHPROOF_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count,
                                          CUstream stream) {
  return fill(to, 0, value, count, 1, stream);
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
                                           std::size_t width, std::size_t height, CUstream stream) {
  return fill(to, pitch, value, width, height, stream);
}

LAUNCHPROOF_API CUresult cuMemsetD2D16_v2(CUdeviceptr to, std::size_t pitch, unsigned short value,
                                          std::size_t width, std::size_t height) {
  return fill(to, pitch, value, width, height);
}

LAUNCHPROOF_API CUresult cuMemsetD2D16Async(CUdeviceptr to, std::size_t pitch, unsigned short value,
                                            std::size_t width, std::size_t height, CUstream stream) {
  return fill(to, pitch, value, width, height, stream);
}

LAUNCHPROOF_API CUresult cuMemsetD2D32Async(CUdeviceptr to, std::size_t pitch, unsigned value,
                                            std::size_t width, std::size_t height, CUstream stream) {
  return fill(to, pitch, value, width, height, stream);
}

LAUNCHPROOF_API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* copy) {
  return copy == nullptr ? CUDA_ERROR_INVALID_VALUE : submit_copy(*copy, kHost);
}

LAUNCHPROOF_API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* copy, CUstream stream) {
  return copy == nullptr ? CUDA_ERROR_INVALID_VALUE : submit_copy(*copy, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext,
                                      std::size_t bytes) {
  return copy(Side::Device, to, Side::Device, from, bytes);
}

LAUNCHPROOF_API CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext,
                                           std::size_t bytes, CUstream stream) {
  return copy(Side::Device, to, Side::Device, from, bytes, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyHtoA_v2(CUarray to, std::size_t offset, const void* from,
                                         std::size_t bytes) {
  return copy_array(to, offset, address_of(from), bytes, true, Side::Any);
}

LAUNCHPROOF_API CUresult cuMemcpyHtoAAsync_v2(CUarray to, std::size_t offset, const void* from,
                                              std::size_t bytes, CUstream stream) {
  return copy_array(to, offset, address_of(from), bytes, true, Side::Any, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyAtoH_v2(void* to, CUarray from, std::size_t offset, std::size_t bytes) {
  return copy_array(from, offset, address_of(to), bytes, false, Side::Any);
}

LAUNCHPROOF_API CUresult cuMemcpyAtoHAsync_v2(void* to, CUarray from, std::size_t offset, std::size_t bytes,
                                              CUstream stream) {
  return copy_array(from, offset, address_of(to), bytes, false, Side::Any, stream);
}

LAUNCHPROOF_API CUresult cuMemcpyDtoA_v2(CUarray to, std::size_t offset, CUdeviceptr from,
                                         std::size_t bytes) {
  return copy_array(to, offset, from, bytes, true, Side::Device);
}

LAUNCHPROOF_API CUresult cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, std::size_t offset,
                                         std::size_t bytes) {
  return copy_array(from, offset, to, bytes, false, Side::Device);
}

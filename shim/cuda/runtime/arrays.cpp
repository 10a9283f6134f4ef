// Arrays, and three-dimensional copies and fills.
#include "shim/cuda/runtime/arrays.h"

#include <algorithm>

#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda::runtime {
namespace {

// The formats of arrays (CUarray_format) by the kind (cudaChannelFormatKind: signed, unsigned, float) and the
// bits of a channel.
struct Format {
  int number, kind, bits;
};
constexpr Format kFormats[] = {{0x01, 1, 8},  {0x02, 1, 16}, {0x03, 1, 32}, {0x08, 0, 8},
                               {0x09, 0, 16}, {0x0a, 0, 32}, {0x10, 2, 16}, {0x20, 2, 32}};

cudaError_t make_array(CUarray* array, const cudaChannelFormatDesc* channels, const cudaExtent& extent,
                       unsigned flags) {
  if (array == nullptr || channels == nullptr) return finish(cudaErrorInvalidValue);
  *array = nullptr;
  const CUDA_ARRAY3D_DESCRIPTOR shape{extent.width,         extent.height,       extent.depth,
                                      format_of(*channels), count_of(*channels), flags};
  return in_context([&] { return cuArray3DCreate_v2(array, &shape); });
}

cudaError_t copy_3d(const cudaMemcpy3DParms* given, CUstream stream) {
  CUDA_MEMCPY3D copy{};
  if (given == nullptr || !driver_copy(*given, copy)) return finish(cudaErrorInvalidValue);
  return in_context([&] { return cuMemcpy3DAsync_v2(&copy, stream); });
}

// Copies a rectangle with `width` bytes to or from an array.
cudaError_t copy_rectangle(CUarray array, std::size_t x, std::size_t y, const void* memory, std::size_t pitch,
                           std::size_t width, std::size_t height, bool to_array, CUstream stream = nullptr) {
  if (array == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = to_array ? CU_MEMORYTYPE_UNIFIED : CU_MEMORYTYPE_ARRAY;
    copy.dstMemoryType = to_array ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
    copy.srcArray = copy.dstArray = array;
    copy.srcDevice = copy.dstDevice = address_of(memory);
    copy.srcPitch = copy.dstPitch = pitch;
    (to_array ? copy.dstXInBytes : copy.srcXInBytes) = x;
    (to_array ? copy.dstY : copy.srcY) = y;
    copy.WidthInBytes = width;
    copy.Height = height;
    return cuMemcpy2DAsync_v2(&copy, stream);
  });
}

// Bytes in the order of the array's rows, from an offset in the row `y` on.
cudaError_t copy_bytes(CUarray array, std::size_t x, std::size_t y, const void* memory, std::size_t bytes,
                       bool to_array, CUstream stream = nullptr) {
  return in_context([&] {
    CUDA_ARRAY3D_DESCRIPTOR shape{};
    if (const CUresult result = cuArray3DGetDescriptor_v2(&shape, array); result != CUDA_SUCCESS)
      return result;
    const std::size_t row = shape.Width * element_bytes(array);
    auto from = address_of(memory);
    CUresult result = CUDA_SUCCESS;
    for (; bytes != 0 && result == CUDA_SUCCESS; ++y, x = 0) {
      const std::size_t width = std::min(bytes, row - std::min(x, row));
      if (width == 0) return CUDA_ERROR_INVALID_VALUE;
      result = static_cast<CUresult>(
          copy_rectangle(array, x, y, pointer_to(from), width, width, 1, to_array, stream));
      from += width;
      bytes -= width;
    }
    return result;
  });
}

}  // namespace

int format_of(const cudaChannelFormatDesc& channels) {
  for (const int bits : {channels.y, channels.z, channels.w})
    if (bits != 0 && bits != channels.x) return 0;
  for (const Format& format : kFormats)
    if (format.kind == channels.f && format.bits == channels.x) return format.number;
  return 0;
}

unsigned count_of(const cudaChannelFormatDesc& channels) {
  unsigned count = 0;
  for (const int bits : {channels.x, channels.y, channels.z, channels.w})
    if (bits != 0) ++count;
  return count;
}

cudaChannelFormatDesc channels_of(int format, unsigned count) {
  Format found{};
  for (const Format& one : kFormats)
    if (one.number == format) found = one;
  const auto channel = [&](unsigned number) { return number < count ? found.bits : 0; };
  return {channel(0), channel(1), channel(2), channel(3), found.kind};
}

std::size_t element_bytes(CUarray array) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  if (array == nullptr || cuArray3DGetDescriptor_v2(&shape, array) != CUDA_SUCCESS) return 1;
  return static_cast<std::size_t>(channels_of(shape.Format, shape.NumChannels).x) / 8 * shape.NumChannels;
}

bool driver_copy(const cudaMemcpy3DParms& given, CUDA_MEMCPY3D& copy) {
  if ((given.srcArray == nullptr) == (given.srcPtr.ptr == nullptr) ||
      (given.dstArray == nullptr) == (given.dstPtr.ptr == nullptr))
    return false;
  copy = {};
  // Positions in arrays count elements. The extent also does if an array is involved; otherwise it counts
  // bytes.
  const std::size_t from_element = element_bytes(given.srcArray), to_element = element_bytes(given.dstArray);
  const CUarray array = given.srcArray != nullptr ? given.srcArray : given.dstArray;
  copy.srcXInBytes = given.srcPos.x * from_element;
  copy.srcY = given.srcPos.y;
  copy.srcZ = given.srcPos.z;
  copy.srcMemoryType = given.srcArray != nullptr ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
  copy.srcDevice = address_of(given.srcPtr.ptr);
  copy.srcArray = given.srcArray;
  copy.srcPitch = given.srcPtr.pitch;
  copy.srcHeight = given.srcPtr.ysize;
  copy.dstXInBytes = given.dstPos.x * to_element;
  copy.dstY = given.dstPos.y;
  copy.dstZ = given.dstPos.z;
  copy.dstMemoryType = given.dstArray != nullptr ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
  copy.dstDevice = address_of(given.dstPtr.ptr);
  copy.dstArray = given.dstArray;
  copy.dstPitch = given.dstPtr.pitch;
  copy.dstHeight = given.dstPtr.ysize;
  copy.WidthInBytes = given.extent.width * element_bytes(array);
  copy.Height = given.extent.height;
  copy.Depth = given.extent.depth;
  return true;
}

cudaMemcpy3DParms runtime_copy(const CUDA_MEMCPY3D& given) {
  cudaMemcpy3DParms copy{};
  const auto memory = [](CUmemorytype type, const void* host, CUdeviceptr device) {
    return type == CU_MEMORYTYPE_HOST ? const_cast<void*>(host) : pointer_to(device);
  };
  if (given.srcMemoryType == CU_MEMORYTYPE_ARRAY)
    copy.srcArray = given.srcArray;
  else
    copy.srcPtr = {memory(given.srcMemoryType, given.srcHost, given.srcDevice), given.srcPitch,
                   given.srcPitch, given.srcHeight};
  if (given.dstMemoryType == CU_MEMORYTYPE_ARRAY)
    copy.dstArray = given.dstArray;
  else
    copy.dstPtr = {memory(given.dstMemoryType, given.dstHost, given.dstDevice), given.dstPitch,
                   given.dstPitch, given.dstHeight};
  copy.srcPos = {given.srcXInBytes / element_bytes(copy.srcArray), given.srcY, given.srcZ};
  copy.dstPos = {given.dstXInBytes / element_bytes(copy.dstArray), given.dstY, given.dstZ};
  const CUarray array = copy.srcArray != nullptr ? copy.srcArray : copy.dstArray;
  copy.extent = {given.WidthInBytes / element_bytes(array), given.Height, given.Depth};
  constexpr int kDefault = 4;  // cudaMemcpyDefault
  copy.kind = kDefault;
  return copy;
}

}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;
using launchproof::cuda::address_of;
using launchproof::cuda::pointer_to;

LAUNCHPROOF_API cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}

LAUNCHPROOF_API cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* channels, CUarray array) {
  if (channels == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUDA_ARRAY3D_DESCRIPTOR shape{};
    const CUresult result = cuArray3DGetDescriptor_v2(&shape, array);
    if (result == CUDA_SUCCESS) *channels = channels_of(shape.Format, shape.NumChannels);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent,
                                             unsigned* flags, CUarray array) {
  return in_context([&] {
    CUDA_ARRAY3D_DESCRIPTOR shape{};
    const CUresult result = cuArray3DGetDescriptor_v2(&shape, array);
    if (result != CUDA_SUCCESS) return result;
    if (channels != nullptr) *channels = channels_of(shape.Format, shape.NumChannels);
    if (extent != nullptr) *extent = {shape.Width, shape.Height, shape.Depth};
    if (flags != nullptr) *flags = shape.Flags;
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMallocArray(CUarray* array, const cudaChannelFormatDesc* channels,
                                            std::size_t width, std::size_t height, unsigned flags) {
  return make_array(array, channels, {width, height, 0}, flags);
}

LAUNCHPROOF_API cudaError_t cudaMalloc3DArray(CUarray* array, const cudaChannelFormatDesc* channels,
                                              cudaExtent extent, unsigned flags) {
  return make_array(array, channels, extent, flags);
}

LAUNCHPROOF_API cudaError_t cudaFreeArray(CUarray array) {
  return in_context([&] { return array == nullptr ? CUDA_SUCCESS : cuArrayDestroy(array); });
}

LAUNCHPROOF_API cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  if (memory == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUdeviceptr address = 0;
    std::size_t pitch = 0;
    const std::size_t rows = std::max<std::size_t>(extent.height, 1) * std::max<std::size_t>(extent.depth, 1);
    const CUresult result = cuMemAllocPitch_v2(&address, &pitch, extent.width, rows, sizeof(int));
    if (result == CUDA_SUCCESS) *memory = {pointer_to(address), pitch, extent.width, extent.height};
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                                              CUstream stream) {
  return in_context([&] {
    for (std::size_t z = 0; z < extent.depth; ++z) {
      const CUdeviceptr begin = address_of(memory.ptr) + z * memory.pitch * memory.ysize;
      const CUresult result = cuMemsetD2D8Async(begin, memory.pitch, static_cast<unsigned char>(value),
                                                extent.width, extent.height, stream);
      if (result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return cudaMemset3DAsync(memory, value, extent, nullptr);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
  return copy_3d(copy, nullptr);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, CUstream stream) {
  return copy_3d(copy, stream);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy2DToArray(CUarray to, std::size_t x, std::size_t y, const void* from,
                                                std::size_t pitch, std::size_t width, std::size_t height,
                                                int) {
  return copy_rectangle(to, x, y, from, pitch, width, height, true);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy2DToArrayAsync(CUarray to, std::size_t x, std::size_t y,
                                                     const void* from, std::size_t pitch, std::size_t width,
                                                     std::size_t height, int, CUstream stream) {
  return copy_rectangle(to, x, y, from, pitch, width, height, true, stream);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, CUarray from, std::size_t x,
                                                  std::size_t y, std::size_t width, std::size_t height, int) {
  return copy_rectangle(from, x, y, to, pitch, width, height, false);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, CUarray from,
                                                       std::size_t x, std::size_t y, std::size_t width,
                                                       std::size_t height, int, CUstream stream) {
  return copy_rectangle(from, x, y, to, pitch, width, height, false, stream);
}

LAUNCHPROOF_API cudaError_t cudaMemcpyToArray(CUarray to, std::size_t x, std::size_t y, const void* from,
                                              std::size_t bytes, int) {
  return copy_bytes(to, x, y, from, bytes, true);
}

LAUNCHPROOF_API cudaError_t cudaMemcpyToArrayAsync(CUarray to, std::size_t x, std::size_t y, const void* from,
                                                   std::size_t bytes, int, CUstream stream) {
  return copy_bytes(to, x, y, from, bytes, true, stream);
}

LAUNCHPROOF_API cudaError_t cudaMemcpyFromArray(void* to, CUarray from, std::size_t x, std::size_t y,
                                                std::size_t bytes, int) {
  return copy_bytes(from, x, y, to, bytes, false);
}

LAUNCHPROOF_API cudaError_t cudaMemcpyFromArrayAsync(void* to, CUarray from, std::size_t x, std::size_t y,
                                                     std::size_t bytes, int, CUstream stream) {
  return copy_bytes(from, x, y, to, bytes, false, stream);
}

// Allocations, copies, fills and symbols.
#include <optional>

#include "shim/cuda/recording/addresses.h"
#include "shim/cuda/runtime/runtime.h"

namespace launchproof::cuda::runtime {
namespace {

enum class Kind : int { HostToHost, HostToDevice, DeviceToHost, DeviceToDevice, Default };

// The stream of a copy; none if the host waits for the copy in the legacy stream.
using StreamOrHost = std::optional<CUstream>;
constexpr StreamOrHost kHost = std::nullopt;

// Waits if the host must wait for the copy.
CUresult settled(CUresult result, StreamOrHost stream) {
  return result == CUDA_SUCCESS && !stream ? cuStreamSynchronize(nullptr) : result;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, Kind kind, StreamOrHost given = kHost) {
  if (static_cast<int>(kind) < 0 || kind > Kind::Default) return finish(cudaErrorInvalidMemcpyDirection);
  const CUstream stream = given.value_or(nullptr);
  const auto submit = [&] {
    switch (kind) {
      case Kind::HostToDevice:
        return cuMemcpyHtoDAsync_v2(address_of(to), from, bytes, stream);
      case Kind::DeviceToHost:
        return cuMemcpyDtoHAsync_v2(to, address_of(from), bytes, stream);
      case Kind::DeviceToDevice:
        return cuMemcpyDtoDAsync_v2(address_of(to), address_of(from), bytes, stream);
      case Kind::HostToHost:
      case Kind::Default:
        break;
    }
    return cuMemcpyAsync(address_of(to), address_of(from), bytes, stream);
  };
  return in_context([&] { return settled(submit(), given); });
}

cudaError_t copy_2d(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                    std::size_t width, std::size_t height, StreamOrHost stream = kHost) {
  if (width > to_pitch || width > from_pitch) return finish(cudaErrorInvalidPitchValue);
  return in_context([&] {
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    copy.srcDevice = address_of(from);
    copy.srcPitch = from_pitch;
    copy.dstDevice = address_of(to);
    copy.dstPitch = to_pitch;
    copy.WidthInBytes = width;
    copy.Height = height;
    return settled(cuMemcpy2DAsync_v2(&copy, stream.value_or(nullptr)), stream);
  });
}

cudaError_t copy_symbol(const void* symbol, void* to, const void* from, std::size_t bytes, std::size_t offset,
                        Kind kind, StreamOrHost stream = kHost) {
  CUdeviceptr address = 0;
  std::size_t size = 0;
  if (const cudaError_t error = variable_of(symbol, address, size); error != cudaSuccess)
    return finish(error);
  if (offset > size || bytes > size - offset) return finish(cudaErrorInvalidValue);
  auto* const variable = static_cast<char*>(pointer_to(address)) + offset;
  return to == nullptr ? copy(variable, from, bytes, kind, stream) : copy(to, variable, bytes, kind, stream);
}

enum class MemoryType : int { Unregistered, Host, Device, Managed };

struct PointerAttributes {
  MemoryType type;
  int device;
  void *device_pointer, *host_pointer;
#if LAUNCHPROOF_RUNTIME == 13
  long reserved[8];
#endif
};

struct Location {
  int type, id;
};

}  // namespace
}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;
using launchproof::cuda::address_of;
using launchproof::cuda::pointer_to;

LAUNCHPROOF_API cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return finish(cudaErrorInvalidValue);
  *pointer = nullptr;
  return in_context([&] {
    if (bytes == 0) return CUDA_SUCCESS;
    CUdeviceptr address = 0;
    const CUresult result = cuMemAlloc_v2(&address, bytes);
    *pointer = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, CUstream stream) {
  if (pointer == nullptr) return finish(cudaErrorInvalidValue);
  *pointer = nullptr;
  return in_context([&] {
    if (bytes == 0) return CUDA_SUCCESS;
    CUdeviceptr address = 0;
    const CUresult result = cuMemAllocAsync(&address, bytes, stream);
    *pointer = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  if (pointer == nullptr || bytes == 0) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUdeviceptr address = 0;
    const CUresult result = cuMemAllocManaged(&address, bytes, flags);
    *pointer = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                            std::size_t height) {
  if (pointer == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUdeviceptr address = 0;
    const CUresult result = cuMemAllocPitch_v2(&address, pitch, width, height, sizeof(int));
    *pointer = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaFree(void* pointer) {
  return in_context([&] { return cuMemFree_v2(address_of(pointer)); });
}

LAUNCHPROOF_API cudaError_t cudaFreeAsync(void* pointer, CUstream stream) {
  return in_context([&] { return cuMemFreeAsync(address_of(pointer), stream); });
}

LAUNCHPROOF_API cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return in_context([&] { return cuMemAllocHost_v2(pointer, bytes); });
}

LAUNCHPROOF_API cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return in_context([&] { return cuMemAllocHost_v2(pointer, bytes); });
}

LAUNCHPROOF_API cudaError_t cudaFreeHost(void* pointer) {
  return in_context([&] { return cuMemFreeHost(pointer); });
}

LAUNCHPROOF_API cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  if (device == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    CUdeviceptr address = 0;
    const CUresult result = cuMemHostGetDevicePointer_v2(&address, host, flags);
    *device = pointer_to(address);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return in_context([&] { return cuMemHostGetFlags(flags, host); });
}

LAUNCHPROOF_API cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return in_context([&] { return cuMemHostRegister_v2(pointer, bytes, flags); });
}

LAUNCHPROOF_API cudaError_t cudaHostUnregister(void* pointer) {
  return in_context([&] { return cuMemHostUnregister(pointer); });
}

LAUNCHPROOF_API cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return in_context([&] { return cuMemGetInfo_v2(free, total); });
}

LAUNCHPROOF_API cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return copy(to, from, bytes, static_cast<Kind>(kind));
}

LAUNCHPROOF_API cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind,
                                            CUstream stream) {
  return copy(to, from, bytes, static_cast<Kind>(kind), stream);
}

LAUNCHPROOF_API cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return copy(to, from, bytes, Kind::DeviceToDevice);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                         std::size_t from_pitch, std::size_t width, std::size_t height, int) {
  return copy_2d(to, to_pitch, from, from_pitch, width, height);
}

LAUNCHPROOF_API cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                              std::size_t from_pitch, std::size_t width, std::size_t height,
                                              int, CUstream stream) {
  return copy_2d(to, to_pitch, from, from_pitch, width, height, stream);
}

LAUNCHPROOF_API cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return in_context([&] { return cuMemsetD8_v2(address_of(to), static_cast<unsigned char>(value), bytes); });
}

LAUNCHPROOF_API cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, CUstream stream) {
  return in_context(
      [&] { return cuMemsetD8Async(address_of(to), static_cast<unsigned char>(value), bytes, stream); });
}

LAUNCHPROOF_API cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                                         std::size_t height) {
  return in_context([&] {
    return cuMemsetD2D8_v2(address_of(to), pitch, static_cast<unsigned char>(value), width, height);
  });
}

LAUNCHPROOF_API cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                              std::size_t height, CUstream stream) {
  return in_context([&] {
    return cuMemsetD2D8Async(address_of(to), pitch, static_cast<unsigned char>(value), width, height, stream);
  });
}

LAUNCHPROOF_API cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                               std::size_t offset, int kind) {
  return copy_symbol(symbol, nullptr, from, bytes, offset, static_cast<Kind>(kind));
}

LAUNCHPROOF_API cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                                    std::size_t offset, int kind, CUstream stream) {
  return copy_symbol(symbol, nullptr, from, bytes, offset, static_cast<Kind>(kind), stream);
}

LAUNCHPROOF_API cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                                 std::size_t offset, int kind) {
  return copy_symbol(symbol, to, nullptr, bytes, offset, static_cast<Kind>(kind));
}

LAUNCHPROOF_API cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                                      std::size_t offset, int kind, CUstream stream) {
  return copy_symbol(symbol, to, nullptr, bytes, offset, static_cast<Kind>(kind), stream);
}

LAUNCHPROOF_API cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  const cudaError_t error = variable_of(symbol, address, bytes);
  if (error == cudaSuccess) *pointer = pointer_to(address);
  return finish(error);
}

LAUNCHPROOF_API cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  CUdeviceptr address = 0;
  return finish(variable_of(symbol, address, *bytes));
}

LAUNCHPROOF_API cudaError_t cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  constexpr int kMemoryType = 2, kIsManaged = 8;
  if (attributes == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    *attributes = {};
    attributes->device = -1;
    unsigned type = 0, is_managed = 0;
    const int which[] = {kMemoryType, kIsManaged};
    void* data[] = {&type, &is_managed};
    const CUresult result = cuPointerGetAttributes(2, which, data, address_of(pointer));
    if (result != CUDA_SUCCESS || type == 0) {
      attributes->host_pointer = const_cast<void*>(pointer);
      return result;
    }
    const bool is_of_host = type == CU_MEMORYTYPE_HOST;
    attributes->type = is_of_host ? MemoryType::Host : MemoryType::Device;
    if (is_managed != 0) attributes->type = MemoryType::Managed;
    attributes->device = 0;
    attributes->device_pointer = const_cast<void*>(pointer);
    if (is_of_host || is_managed != 0) attributes->host_pointer = const_cast<void*>(pointer);
    return result;
  });
}

LAUNCHPROOF_API cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, Location, unsigned, CUstream) {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaMemAdvise(const void*, std::size_t, int, Location) {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                                CUstream stream) {
  return copy(to, from, bytes, Kind::DeviceToDevice, stream);
}

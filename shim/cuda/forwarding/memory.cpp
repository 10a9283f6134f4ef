// Entries: memory.
#include <optional>

#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"
#include "shim/cuda/recording/addresses.h"

extern "C" {
CUresult cuMemGetAddressRange_v2(CUdeviceptr* base, std::size_t* size, CUdeviceptr pointer);
CUresult cuStreamIsCapturing(CUstream stream, int* status);
CUresult cuStreamIsCapturing_ptsz(CUstream stream, int* status);
}

namespace launchproof::cuda {
namespace {

constexpr const char* kOtherProcess = "it points to memory of another process";
constexpr const char* kOtherInterface = "it points to memory of another interface";

CUresult allocated(CUresult result, const CUdeviceptr* pointer, std::size_t bytes,
                   AllocationKind kind = AllocationKind::Device, const char* why_unknown = nullptr) {
  if (result == kSuccess)
    keep_account(
        [&](Recording& recording) { recording.allocations().add({*pointer, bytes, 0, kind, why_unknown}); });
  return result;
}

CUresult allocated_host(CUresult result, void* const* pointer, std::size_t bytes) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.allocations().add({address_of(*pointer), bytes, 0, AllocationKind::Host});
    });
  return result;
}

// An allocation whose size only the driver knows.
CUresult opened(CUresult result, const CUdeviceptr* pointer, const char* why_unknown) {
  CUdeviceptr base = 0;
  std::size_t size = 0;
  if (result == kSuccess && LAUNCHPROOF_REAL(cuMemGetAddressRange_v2)(&base, &size, *pointer) == kSuccess)
    allocated(result, &base, size, AllocationKind::Device, why_unknown);
  return result;
}

// Frees memory through `forward`. The allocation is removed before, since another thread may get the address
// as soon as it is free.
template <typename Forward>
CUresult release(std::uint64_t address, const Forward& forward) {
  std::optional<Allocation> removed;
  keep_account([&](Recording& recording) { removed = recording.allocations().remove(address); });
  const CUresult result = forward();
  if (result != kSuccess && removed)
    keep_account([&](Recording& recording) { recording.allocations().add(*removed); });
  return result;
}

// Memory that is freed in a captured stream is freed whenever the graph is launched, and exists again at the
// same address with the next launch of the graph.
template <typename Ask, typename Forward>
CUresult release_in_stream(Ask ask, CUstream stream, std::uint64_t address, const Forward& forward) {
  bool is_of_graph = false;
  keep_account([&](Recording& recording) { is_of_graph = is_captured(recording, ask, stream); });
  return is_of_graph ? forward() : release(address, forward);
}

// Host memory may have a different address for the device: both refer to the same bytes.
void know_device_pointer(Recording& recording, std::uint64_t device, std::uint64_t host) {
  constexpr const char* kTwoAddresses = "it points to host memory that has two addresses";
  if (device == host || recording.allocations().find(device)) return;
  auto found = recording.allocations().find(host);
  if (!found) return;
  found->why_unknown = kTwoAddresses;
  recording.allocations().add(*found);
  found->begin += device - host;
  recording.allocations().add(*found);
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuMemAlloc_v2(CUdeviceptr* pointer, std::size_t bytes) {
  return allocated(LAUNCHPROOF_REAL(cuMemAlloc_v2)(pointer, bytes), pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemAllocPitch_v2(CUdeviceptr* pointer, std::size_t* pitch, std::size_t width,
                                            std::size_t height, unsigned element) {
  const CUresult result = LAUNCHPROOF_REAL(cuMemAllocPitch_v2)(pointer, pitch, width, height, element);
  return result == kSuccess ? allocated(result, pointer, *pitch * height) : result;
}

LAUNCHPROOF_API CUresult cuMemAllocManaged(CUdeviceptr* pointer, std::size_t bytes, unsigned flags) {
  return allocated(LAUNCHPROOF_REAL(cuMemAllocManaged)(pointer, bytes, flags), pointer, bytes,
                   AllocationKind::Managed);
}

LAUNCHPROOF_API CUresult cuMemAllocHost_v2(void** pointer, std::size_t bytes) {
  return allocated_host(LAUNCHPROOF_REAL(cuMemAllocHost_v2)(pointer, bytes), pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return allocated_host(LAUNCHPROOF_REAL(cuMemHostAlloc)(pointer, bytes, flags), pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags) {
  return allocated_host(LAUNCHPROOF_REAL(cuMemHostRegister_v2)(pointer, bytes, flags), &pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* device, void* host, unsigned flags) {
  const CUresult result = LAUNCHPROOF_REAL(cuMemHostGetDevicePointer_v2)(device, host, flags);
  if (result == kSuccess)
    keep_account([&](Recording& recording) { know_device_pointer(recording, *device, address_of(host)); });
  return result;
}

LAUNCHPROOF_API CUresult cuMemFree_v2(CUdeviceptr pointer) {
  return release(pointer, [&] { return LAUNCHPROOF_REAL(cuMemFree_v2)(pointer); });
}

LAUNCHPROOF_API CUresult cuMemFreeHost(void* pointer) {
  return release(address_of(pointer), [&] { return LAUNCHPROOF_REAL(cuMemFreeHost)(pointer); });
}

LAUNCHPROOF_API CUresult cuMemHostUnregister(void* pointer) {
  return release(address_of(pointer), [&] { return LAUNCHPROOF_REAL(cuMemHostUnregister)(pointer); });
}

LAUNCHPROOF_API CUresult cuMemAllocAsync(CUdeviceptr* pointer, std::size_t bytes, CUstream stream) {
  return allocated(LAUNCHPROOF_REAL(cuMemAllocAsync)(pointer, bytes, stream), pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemAllocAsync_ptsz(CUdeviceptr* pointer, std::size_t bytes, CUstream stream) {
  return allocated(LAUNCHPROOF_REAL(cuMemAllocAsync_ptsz)(pointer, bytes, stream), pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr* pointer, std::size_t bytes, void* pool,
                                                 CUstream stream) {
  return allocated(LAUNCHPROOF_REAL(cuMemAllocFromPoolAsync)(pointer, bytes, pool, stream), pointer, bytes);
}

LAUNCHPROOF_API CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr* pointer, std::size_t bytes, void* pool,
                                                      CUstream stream) {
  return allocated(LAUNCHPROOF_REAL(cuMemAllocFromPoolAsync_ptsz)(pointer, bytes, pool, stream), pointer,
                   bytes);
}

LAUNCHPROOF_API CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return release_in_stream(LAUNCHPROOF_REAL(cuStreamIsCapturing), stream, pointer,
                           [&] { return LAUNCHPROOF_REAL(cuMemFreeAsync)(pointer, stream); });
}

LAUNCHPROOF_API CUresult cuMemFreeAsync_ptsz(CUdeviceptr pointer, CUstream stream) {
  return release_in_stream(LAUNCHPROOF_REAL(cuStreamIsCapturing_ptsz), stream, pointer,
                           [&] { return LAUNCHPROOF_REAL(cuMemFreeAsync_ptsz)(pointer, stream); });
}

LAUNCHPROOF_API CUresult cuMemAddressReserve(CUdeviceptr* pointer, std::size_t bytes, std::size_t alignment,
                                             CUdeviceptr wish, unsigned long long flags) {
  const CUresult result = LAUNCHPROOF_REAL(cuMemAddressReserve)(pointer, bytes, alignment, wish, flags);
  if (result == kSuccess)
    keep_account([&](Recording& recording) { recording.mappings().reserve(*pointer, bytes); });
  return result;
}

LAUNCHPROOF_API CUresult cuMemAddressFree(CUdeviceptr pointer, std::size_t bytes) {
  const CUresult result = LAUNCHPROOF_REAL(cuMemAddressFree)(pointer, bytes);
  if (result == kSuccess) keep_account([&](Recording& recording) { recording.mappings().free(pointer); });
  return result;
}

LAUNCHPROOF_API CUresult cuMemMap(CUdeviceptr pointer, std::size_t bytes, std::size_t offset,
                                  unsigned long long handle, unsigned long long flags) {
  const CUresult result = LAUNCHPROOF_REAL(cuMemMap)(pointer, bytes, offset, handle, flags);
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.mappings().map(recording.allocations(), pointer, bytes, handle);
    });
  return result;
}

LAUNCHPROOF_API CUresult cuMemUnmap(CUdeviceptr pointer, std::size_t bytes) {
  const CUresult result = LAUNCHPROOF_REAL(cuMemUnmap)(pointer, bytes);
  if (result == kSuccess)
    keep_account(
        [&](Recording& recording) { recording.mappings().unmap(recording.allocations(), pointer, bytes); });
  return result;
}

LAUNCHPROOF_API CUresult cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned flags) {
  return opened(LAUNCHPROOF_REAL(cuIpcOpenMemHandle)(pointer, handle, flags), pointer, kOtherProcess);
}

LAUNCHPROOF_API CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned flags) {
  return opened(LAUNCHPROOF_REAL(cuIpcOpenMemHandle_v2)(pointer, handle, flags), pointer, kOtherProcess);
}

LAUNCHPROOF_API CUresult cuIpcCloseMemHandle(CUdeviceptr pointer) {
  return release(pointer, [&] { return LAUNCHPROOF_REAL(cuIpcCloseMemHandle)(pointer); });
}

LAUNCHPROOF_API CUresult cuMemPoolImportPointer(CUdeviceptr* pointer, void* pool, void* data) {
  return opened(LAUNCHPROOF_REAL(cuMemPoolImportPointer)(pointer, pool, data), pointer, kOtherProcess);
}

LAUNCHPROOF_API CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr* pointer, void* memory,
                                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* buffer) {
  const CUresult result = LAUNCHPROOF_REAL(cuExternalMemoryGetMappedBuffer)(pointer, memory, buffer);
  return result == kSuccess
             ? allocated(result, pointer, buffer->size, AllocationKind::Device, kOtherInterface)
             : result;
}

LAUNCHPROOF_API CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr* pointer, std::size_t* bytes,
                                                               void* resource) {
  const CUresult result = LAUNCHPROOF_REAL(cuGraphicsResourceGetMappedPointer_v2)(pointer, bytes, resource);
  return result == kSuccess ? allocated(result, pointer, *bytes, AllocationKind::Device, kOtherInterface)
                            : result;
}

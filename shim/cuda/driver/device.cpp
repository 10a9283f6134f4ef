// Initialisation, devices and contexts.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "shim/cuda/device/device_attributes.h"
#include "shim/cuda/driver/driver.h"

namespace launchproof::cuda {
namespace {

constexpr const char* kName = "Launchproof processor device";
constexpr int kVersion = 13000;
// Bytes that no other device has.
constexpr CUuuid kUuid{{'l', 'a', 'u', 'n', 'c', 'h', 'p', 'r', 'o', 'o', 'f', '-', 'c', 'p', 'u', '0'}};

// Answers queries about the only device; `body` returns nothing.
template <typename Body>
CUresult of_device(CUdevice device, const Body& body) noexcept {
  return with_driver([&](Driver& driver) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    body(driver);
    return CUDA_SUCCESS;
  });
}

CUresult make_context(CUcontext* context, unsigned flags, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver& driver) {
    *context = driver.contexts.make();
    (*context)->flags = flags;
    current_contexts().push_back(*context);
  });
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  try {
    return Driver::initialise();
  } catch (...) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

LAUNCHPROOF_API CUresult cuDriverGetVersion(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = kVersion;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuDeviceGetCount(int* count) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(0, [&](Driver&) { *count = 1; });
}

LAUNCHPROOF_API CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(ordinal, [&](Driver&) { *device = 0; });
}

LAUNCHPROOF_API CUresult cuDeviceGetName(char* name, int size, CUdevice device) {
  if (name == nullptr || size <= 0) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device,
                   [&](Driver&) { std::snprintf(name, static_cast<std::size_t>(size), "%s", kName); });
}

LAUNCHPROOF_API CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
  if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver&) { *uuid = kUuid; });
}

LAUNCHPROOF_API CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return cuDeviceGetUuid_v2(uuid, device);
}

LAUNCHPROOF_API CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver& driver) { *bytes = driver.memory().size(); });
}

LAUNCHPROOF_API CUresult cuDeviceGetAttribute(int* value, int which, CUdevice device) {
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver&) { *value = device_attribute(which); });
}

LAUNCHPROOF_API CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return of_device(device, [&](Driver&) {
    *major = device_attribute(DeviceAttribute::Major);
    *minor = device_attribute(DeviceAttribute::Minor);
  });
}

LAUNCHPROOF_API CUresult cuDeviceGetPCIBusId(char* id, int size, CUdevice device) {
  if (id == nullptr || size <= 0) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device,
                   [&](Driver&) { std::snprintf(id, static_cast<std::size_t>(size), "0000:00:00.0"); });
}

LAUNCHPROOF_API CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* id) {
  if (device == nullptr || id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(std::strcmp(id, "0000:00:00.0") == 0 ? 0 : -1, [&](Driver&) { *device = 0; });
}

LAUNCHPROOF_API CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice) {
  if (can == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver&) { *can = 0; });
}

LAUNCHPROOF_API CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver& driver) { *context = driver.primary(); });
}

LAUNCHPROOF_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return of_device(device, [](Driver&) {});
}

LAUNCHPROOF_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return of_device(device, [](Driver&) {});
}

LAUNCHPROOF_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return of_device(device, [&](Driver& driver) { driver.primary()->flags = flags; });
}

LAUNCHPROOF_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return of_device(device, [&](Driver& driver) {
    *flags = driver.primary()->flags;
    *active = 1;
  });
}

LAUNCHPROOF_API CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
  return make_context(context, flags, device);
}

LAUNCHPROOF_API CUresult cuCtxCreate_v4(CUcontext* context, const void*, unsigned flags, CUdevice device) {
  return make_context(context, flags, device);
}

LAUNCHPROOF_API CUresult cuCtxDestroy_v2(CUcontext context) {
  return with_driver([&](Driver& driver) {
    if (!driver.contexts.remove(context)) return CUDA_ERROR_INVALID_CONTEXT;
    std::erase(current_contexts(), context);
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxPushCurrent_v2(CUcontext context) {
  return with_driver([&](Driver& driver) {
    if (context != driver.primary() && !driver.contexts.holds(context)) return CUDA_ERROR_INVALID_CONTEXT;
    current_contexts().push_back(context);
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  return with_context([&](Driver&) {
    if (context != nullptr) *context = current_contexts().back();
    current_contexts().pop_back();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxSetCurrent(CUcontext context) {
  return with_driver([&](Driver& driver) {
    const bool is_known = context == nullptr || context == driver.primary() || driver.contexts.holds(context);
    if (!is_known) return CUDA_ERROR_INVALID_CONTEXT;
    if (!current_contexts().empty()) current_contexts().pop_back();
    if (context != nullptr) current_contexts().push_back(context);
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_driver([&](Driver&) {
    *context = current_contexts().empty() ? nullptr : current_contexts().back();
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxGetDevice(CUdevice* device) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver&) {
    *device = 0;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxGetFlags(unsigned* flags) {
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver&) {
    *flags = current_contexts().back()->flags;
    return CUDA_SUCCESS;
  });
}

// Launches are complete when cuLaunchKernel() returns.
LAUNCHPROOF_API CUresult cuCtxSynchronize() {
  return with_context([](Driver& driver) {
    // Waiting for a stream that records a graph is an error.
    if (driver.recordings() != 0) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    driver.order().host_waits_for_all(driver.order().begin());
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxGetApiVersion(CUcontext, unsigned* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = 3020;
  return CUDA_SUCCESS;
}

LAUNCHPROOF_API CUresult cuCtxGetLimit(std::size_t* value, int limit) {
  constexpr std::size_t kStack = 1024, kPrintf = 1048576, kHeap = 8388608;
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver&) {
    if (limit < 0 || limit > 2) return CUDA_ERROR_UNSUPPORTED_LIMIT;
    *value = std::array{kStack, kPrintf, kHeap}.at(static_cast<std::size_t>(limit));
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxSetLimit(int limit, std::size_t) {
  return with_context(
      [&](Driver&) { return limit < 0 || limit > 2 ? CUDA_ERROR_UNSUPPORTED_LIMIT : CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuCtxSetCacheConfig(int) {
  return with_context([](Driver&) { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API CUresult cuCtxGetCacheConfig(int* config) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return with_context([&](Driver&) {
    *config = 0;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  constexpr int kGreatest = -5;
  return with_context([&](Driver&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = kGreatest;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) {
  return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

LAUNCHPROOF_API CUresult cuGetErrorName(CUresult result, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = nullptr;
  switch (result) {
#define RESULT(word, number, text) \
  case word:                       \
    *name = #word;                 \
    return CUDA_SUCCESS;
#include "shim/cuda/device/results.def"
#undef RESULT
  }
  return CUDA_ERROR_INVALID_VALUE;
}

LAUNCHPROOF_API CUresult cuGetErrorString(CUresult result, const char** string) {
  if (string == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *string = nullptr;
  switch (result) {
#define RESULT(word, number, text) \
  case word:                       \
    *string = text;                \
    return CUDA_SUCCESS;
#include "shim/cuda/device/results.def"
#undef RESULT
  }
  return CUDA_ERROR_INVALID_VALUE;
}

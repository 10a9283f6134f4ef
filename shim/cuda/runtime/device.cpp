// Devices and queries about them.
#include <cstring>

#include "shim/cuda/runtime/device_properties.h"
#include "shim/cuda/runtime/runtime.h"

namespace launchproof::cuda::runtime {
namespace {

// The last one of each.
constexpr int kRuntimeVersion = LAUNCHPROOF_RUNTIME == 13 ? 13000 : LAUNCHPROOF_RUNTIME == 12 ? 12090 : 11080;

int attribute(int which) {
  int value = 0;
  cuDeviceGetAttribute(&value, which, 0);
  return value;
}

std::size_t size_attribute(int which) {
  return static_cast<std::size_t>(attribute(which));
}

// Numbers of CU_DEVICE_ATTRIBUTE_...
template <typename Properties>
void describe(Properties& device) {
  device = {};
  cuDeviceGetName(device.name, sizeof device.name, 0);
  cuDeviceGetUuid_v2(&device.uuid, 0);
  cuDeviceTotalMem_v2(&device.totalGlobalMem, 0);
  device.sharedMemPerBlock = size_attribute(8);
  device.regsPerBlock = attribute(12);
  device.warpSize = attribute(10);
  device.memPitch = size_attribute(11);
  device.maxThreadsPerBlock = attribute(1);
  for (int i = 0; i < 3; ++i) {
    device.maxThreadsDim[i] = attribute(2 + i);
    device.maxGridSize[i] = attribute(5 + i);
  }
  device.totalConstMem = size_attribute(9);
  device.major = attribute(75);
  device.minor = attribute(76);
  device.textureAlignment = size_attribute(14);
  device.texturePitchAlignment = size_attribute(51);
  device.multiProcessorCount = attribute(16);
  device.canMapHostMemory = attribute(19);
  device.surfaceAlignment = size_attribute(30);
  device.concurrentKernels = attribute(31);
  device.asyncEngineCount = attribute(40);
  device.unifiedAddressing = attribute(41);
  device.memoryBusWidth = attribute(37);
  device.l2CacheSize = attribute(38);
  device.maxThreadsPerMultiProcessor = attribute(39);
  device.streamPrioritiesSupported = attribute(78);
  device.globalL1CacheSupported = attribute(79);
  device.localL1CacheSupported = attribute(80);
  device.sharedMemPerMultiprocessor = size_attribute(81);
  device.regsPerMultiprocessor = attribute(82);
  device.managedMemory = attribute(83);
  device.computePreemptionSupported = attribute(90);
  device.cooperativeLaunch = attribute(95);
  device.sharedMemPerBlockOptin = size_attribute(97);
  device.maxBlocksPerMultiProcessor = attribute(106);
  device.reservedSharedMemPerBlock = size_attribute(111);
  device.memoryPoolsSupported = attribute(115);
}

// The answer about device 0, the only one.
template <typename Body>
cudaError_t of_device(int device, const Body& body) {
  if (const CUresult result = cuInit(0); result != CUDA_SUCCESS) return finish(result);
  return device == 0 ? finish(body()) : finish(cudaErrorInvalidDevice);
}

}  // namespace
}  // namespace launchproof::cuda::runtime

using namespace launchproof::cuda::runtime;

LAUNCHPROOF_API cudaError_t cudaDriverGetVersion(int* version) {
  return finish(cuDriverGetVersion(version));
}

LAUNCHPROOF_API cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr) return finish(cudaErrorInvalidValue);
  *version = kRuntimeVersion;
  return cudaSuccess;
}

LAUNCHPROOF_API cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return finish(cudaErrorInvalidValue);
  *count = 0;
  const CUresult result = cuInit(0);
  return finish(result == CUDA_SUCCESS ? cuDeviceGetCount(count) : result);
}

LAUNCHPROOF_API cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    *device = 0;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API cudaError_t cudaSetDevice(int device) {
  return of_device(device, [] { return need_context(); });
}

LAUNCHPROOF_API cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return of_device(device, [] { return need_context(); });
}

LAUNCHPROOF_API cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return cudaGetDevice(device);
}

#if LAUNCHPROOF_RUNTIME == 13
LAUNCHPROOF_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return finish(cudaErrorInvalidValue);
  return of_device(device, [&] {
    describe(*properties);
    return CUDA_SUCCESS;
  });
}
#else
LAUNCHPROOF_API cudaError_t cudaGetDeviceProperties_v2(OlderDeviceProp* properties, int device) {
  if (properties == nullptr) return finish(cudaErrorInvalidValue);
  return of_device(device, [&] {
    describe(*properties);
    properties->clockRate = attribute(13);
    properties->deviceOverlap = attribute(15);
    properties->memoryClockRate = attribute(36);
    properties->singleToDoublePrecisionPerfRatio = attribute(87);
    return CUDA_SUCCESS;
  });
}

// Callers of CUDA 11 have no more space.
LAUNCHPROOF_API cudaError_t cudaGetDeviceProperties(void* properties, int device) {
  if (properties == nullptr) return finish(cudaErrorInvalidValue);
  OlderDeviceProp all{};
  const cudaError_t error = cudaGetDeviceProperties_v2(&all, device);
  if (error == cudaSuccess) std::memcpy(properties, &all, offsetof(OlderDeviceProp, hostRegisterSupported));
  return error;
}
#endif

LAUNCHPROOF_API cudaError_t cudaDeviceGetAttribute(int* value, int which, int device) {
  return of_device(device, [&] { return cuDeviceGetAttribute(value, which, 0); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetPCIBusId(char* id, int size, int device) {
  return of_device(device, [&] { return cuDeviceGetPCIBusId(id, size, 0); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int) {
  if (can == nullptr) return finish(cudaErrorInvalidValue);
  return of_device(device, [&] {
    *can = 0;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API cudaError_t cudaDeviceSynchronize() {
  return in_context([] { return cuCtxSynchronize(); });
}

LAUNCHPROOF_API cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}

LAUNCHPROOF_API cudaError_t cudaDeviceReset() {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}

LAUNCHPROOF_API cudaError_t cudaDeviceSetLimit(int limit, std::size_t value) {
  return in_context([&] { return cuCtxSetLimit(limit, value); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetLimit(std::size_t* value, int limit) {
  return in_context([&] { return cuCtxGetLimit(value, limit); });
}

LAUNCHPROOF_API cudaError_t cudaDeviceSetCacheConfig(int) {
  return in_context([] { return CUDA_SUCCESS; });
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return in_context([&] { return cuCtxGetStreamPriorityRange(least, greatest); });
}

LAUNCHPROOF_API cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return in_context([&] { return cuDevicePrimaryCtxSetFlags_v2(0, flags); });
}

LAUNCHPROOF_API cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return in_context([&] { return cuCtxGetFlags(flags); });
}

LAUNCHPROOF_API cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}

LAUNCHPROOF_API cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  char own[32] = {};
  if (device == nullptr || id == nullptr) return finish(cudaErrorInvalidValue);
  return in_context([&] {
    const CUresult result = cuDeviceGetPCIBusId(own, sizeof own, 0);
    if (result != CUDA_SUCCESS) return result;
    *device = 0;
    return __builtin_strcmp(own, id) == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
  });
}

LAUNCHPROOF_API cudaError_t cudaSetValidDevices(const int*, int) {
  return finish(cudaSuccess);
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetCacheConfig(int* config) {
  if (config == nullptr) return finish(cudaErrorInvalidValue);
  *config = 0;
  return finish(cudaSuccess);
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetSharedMemConfig(int* config) {
  return cudaDeviceGetCacheConfig(config);
}

LAUNCHPROOF_API cudaError_t cudaDeviceSetSharedMemConfig(int) {
  return finish(cudaSuccess);
}

LAUNCHPROOF_API cudaError_t cudaFuncSetSharedMemConfig(const void*, int) {
  return finish(cudaSuccess);
}

LAUNCHPROOF_API cudaError_t cudaCtxResetPersistingL2Cache() {
  return finish(cudaSuccess);
}

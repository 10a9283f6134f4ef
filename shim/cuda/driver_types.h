// The types of the CUDA driver API as its callers lay them out in memory (CUDA Driver API Reference
// Manual, 13.0). They are declared here so that nothing of a toolkit is needed; a test compares them with a
// toolkit's where one is there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace launchproof::cuda {
struct Context;
struct Module;
struct Function;
struct Stream;
struct Event;
}  // namespace launchproof::cuda

extern "C" {

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = launchproof::cuda::Context*;
using CUmodule = launchproof::cuda::Module*;
using CUlibrary = launchproof::cuda::Module*;
using CUfunction = launchproof::cuda::Function*;
using CUkernel = launchproof::cuda::Function*;
using CUstream = launchproof::cuda::Stream*;
using CUevent = launchproof::cuda::Event*;
using CUhostFn = void (*)(void*);
using CUstreamCallback = void (*)(CUstream, int, void*);

enum CUresult : int {
#define RESULT(name, number, text) name = (number),
#include "shim/cuda/results.def"
#undef RESULT
};

struct CUuuid {
  char bytes[16];
};

enum CUmemorytype : int {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE,
  CU_MEMORYTYPE_ARRAY,
  CU_MEMORYTYPE_UNIFIED
};

struct CUDA_MEMCPY2D {
  std::size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void* srcHost;
  CUdeviceptr srcDevice;
  void* srcArray;
  std::size_t srcPitch;
  std::size_t dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void* dstHost;
  CUdeviceptr dstDevice;
  void* dstArray;
  std::size_t dstPitch;
  std::size_t WidthInBytes, Height;
};

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  void* attrs;
  unsigned numAttrs;
};

}  // extern "C"

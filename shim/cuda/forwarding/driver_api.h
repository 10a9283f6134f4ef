// The types of the CUDA driver API that the forwarding library needs (CUDA Driver API Reference Manual,
// 13.0). Handles are the driver's, and are never examined.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = void*;
using CUmodule = void*;    // libraries, too
using CUfunction = void*;  // kernels, too
using CUstream = void*;
using CUgraph = void*;
using CUgraphNode = void*;
using CUgraphExec = void*;

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  void* attrs;
  unsigned numAttrs;
};

struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void** kernelParams;
  void** extra;
  CUfunction kern;  // used instead of a null function; since CUDA 12, like the following member
  CUcontext ctx;
};

// The parameters of a node of any kind; those of a kernel begin as CUDA_KERNEL_NODE_PARAMS.
struct CUgraphNodeParams {
  int type;
  int reserved0[3];
  CUDA_KERNEL_NODE_PARAMS kernel;
};

struct CUDA_MEM_ALLOC_NODE_PARAMS {
  char poolProps[88];
  const void* accessDescs;
  std::size_t accessDescCount;
  std::size_t bytesize;
  CUdeviceptr dptr;
};

struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
  unsigned long long offset, size;
};

struct CUipcMemHandle {
  char reserved[64];
};

}  // extern "C"

namespace launchproof::cuda {

inline constexpr CUresult kSuccess = 0;
inline constexpr CUresult kNotFound = 500;  // CUDA_ERROR_NOT_FOUND

}  // namespace launchproof::cuda

// Only the functions of the API are visible to users of the library.
#define LAUNCHPROOF_API extern "C" __attribute__((visibility("default")))

// The types of the CUDA driver API, with the memory layout that callers use (CUDA Driver API Reference
// Manual, 13.0). They are declared here so that no toolkit is needed; a test compares them with those of a
// toolkit, if one is installed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace launchproof::cuda {
struct Context;
struct Module;
struct Function;
struct Stream;
struct Event;
struct Array;
struct MemoryPool;
class Graph;
struct GraphNode;
class ExecutableGraph;
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
using CUarray = launchproof::cuda::Array*;
using CUmemoryPool = launchproof::cuda::MemoryPool*;
using CUgraph = launchproof::cuda::Graph*;
using CUgraphNode = launchproof::cuda::GraphNode*;
using CUgraphExec = launchproof::cuda::ExecutableGraph*;
using CUhostFn = void (*)(void*);
using CUstreamCallback = void (*)(CUstream, int, void*);

enum CUresult : int {
#define RESULT(name, number, text) name = (number),
#include "shim/cuda/device/results.def"
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
  CUarray srcArray;
  std::size_t srcPitch;
  std::size_t dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void* dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  std::size_t dstPitch;
  std::size_t WidthInBytes, Height;
};

struct CUDA_MEMCPY3D {
  std::size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void* srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  void* reserved0;
  std::size_t srcPitch, srcHeight;
  std::size_t dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void* dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  void* reserved1;
  std::size_t dstPitch, dstHeight;
  std::size_t WidthInBytes, Height, Depth;
};

struct CUDA_ARRAY_DESCRIPTOR {
  std::size_t Width, Height;
  int Format;
  unsigned NumChannels;
};

struct CUDA_ARRAY3D_DESCRIPTOR {
  std::size_t Width, Height, Depth;
  int Format;
  unsigned NumChannels, Flags;
};

// The memory from which a texture or a surface is created.
struct CUDA_RESOURCE_DESC {
  int resType;  // CUresourcetype
  union {
    struct {
      CUarray hArray;
    } array;
    struct {
      CUdeviceptr devPtr;
      int format;  // CUarray_format
      unsigned numChannels;
      std::size_t sizeInBytes;
    } linear;
    struct {
      CUdeviceptr devPtr;
      int format;
      unsigned numChannels;
      std::size_t width, height, pitchInBytes;
    } pitch2D;
    int reserved[32];
  } res;
  unsigned flags;
};

struct CUDA_TEXTURE_DESC {
  int addressMode[3];  // CUaddress_mode
  int filterMode;      // CUfilter_mode
  unsigned flags;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
};

struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void** kernelParams;
  void** extra;
  CUkernel kern;
  CUcontext ctx;
};

struct CUDA_MEMSET_NODE_PARAMS {
  CUdeviceptr dst;
  std::size_t pitch;
  unsigned value, elementSize;
  std::size_t width, height;
};

struct CUDA_HOST_NODE_PARAMS {
  CUhostFn fn;
  void* userData;
};

struct CUmemPoolProps {
  int allocType, handleTypes;
  int location[2];
  void* securityAttributes;
  std::size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};

struct CUDA_MEM_ALLOC_NODE_PARAMS {
  CUmemPoolProps poolProps;
  const void* accessDescs;
  std::size_t accessDescCount, bytesize;
  CUdeviceptr dptr;
};

struct CUDA_MEMCPY_NODE_PARAMS {
  int flags, reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
};

struct CUgraphNodeParams {
  int type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS memset;
    CUDA_HOST_NODE_PARAMS host;
    CUgraph graph;
    CUevent event;
    CUDA_MEM_ALLOC_NODE_PARAMS alloc;
    CUdeviceptr free;
  };
  long long reserved2;
};

struct CUgraphExecUpdateResultInfo {
  int result;
  CUgraphNode errorNode, errorFromNode;
};

struct CUDA_GRAPH_INSTANTIATE_PARAMS {
  unsigned long long flags;
  CUstream hUploadStream;
  CUgraphNode hErrNode_out;
  int result_out;
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

// Three-dimensional arrays and copies as represented in the runtime API.
#pragma once

#include "shim/cuda/runtime/runtime.h"
#include "shim/cuda/runtime/version.h"

extern "C" {

struct cudaChannelFormatDesc {
  int x, y, z, w;
  int f;
};

struct cudaPos {
  std::size_t x, y, z;
};

struct cudaExtent {
  std::size_t width, height, depth;
};

struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};

struct cudaMemcpy3DParms {
  CUarray srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  CUarray dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  int kind;
};

struct cudaResourceDesc {
  int resType;
  union {
    struct {
      CUarray array;
    } array;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t width, height, pitchInBytes;
    } pitch2D;
    int reserved[32];
  } res;
#if LAUNCHPROOF_RUNTIME >= 13
  unsigned flags;
#endif
};

struct cudaTextureDesc {
  int addressMode[3];
  int filterMode;
  int readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

}  // extern "C"

namespace launchproof::cuda::runtime {

// Sets `copy` to the driver's form of the copy. Returns false if the description names no memory, or two
// memories, for a side.
bool driver_copy(const cudaMemcpy3DParms& given, CUDA_MEMCPY3D& copy);
// Returns the runtime's form of a copy.
cudaMemcpy3DParms runtime_copy(const CUDA_MEMCPY3D& given);
// Returns the format of these channels (CUarray_format); 0 if there is none, as for channels of different
// widths.
int format_of(const cudaChannelFormatDesc& channels);
// Returns how many channels there are.
unsigned count_of(const cudaChannelFormatDesc& channels);
// Returns the channels of a format.
cudaChannelFormatDesc channels_of(int format, unsigned count);
// Returns the bytes of an element of the array.
std::size_t element_bytes(CUarray array);

}  // namespace launchproof::cuda::runtime

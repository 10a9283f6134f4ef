// Arrays and copies of three dimensions as the runtime API describes them.
#pragma once

#include "shim/cuda/runtime/runtime.h"

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

}  // extern "C"

namespace launchproof::cuda::runtime {

// Returns the driver's form of a copy in `copy`. Returns false where the description names no memory, or two
// of one side.
bool driver_copy(const cudaMemcpy3DParms& given, CUDA_MEMCPY3D& copy);
// Returns the runtime's form of a copy.
cudaMemcpy3DParms runtime_copy(const CUDA_MEMCPY3D& given);
// Returns the bytes of an element of the array.
std::size_t element_bytes(CUarray array);

}  // namespace launchproof::cuda::runtime

// CUDA arrays: memory with a format, read through textures and surfaces.
#pragma once

#include "shim/cuda/device/driver_types.h"

namespace launchproof::cuda {

// Returns the bytes of one channel of a CUarray_format, or 0 for an unknown format.
constexpr unsigned channel_bytes(int format) {
  switch (format) {
    case 0x01:  // unsigned and signed integers, and floats of 16 and 32 bits
    case 0x08:
      return 1;
    case 0x02:
    case 0x09:
    case 0x10:
      return 2;
    case 0x03:
    case 0x0a:
    case 0x20:
      return 4;
    default:
      return 0;
  }
}

struct Array {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  unsigned element_bytes = 0;
  CUdeviceptr address = 0;  // rows and layers are contiguous

  std::size_t rows() const { return shape.Height == 0 ? 1 : shape.Height; }
  std::size_t layers() const { return shape.Depth == 0 ? 1 : shape.Depth; }
  std::size_t row_bytes() const { return shape.Width * element_bytes; }
  std::size_t bytes() const { return row_bytes() * rows() * layers(); }
};

}  // namespace launchproof::cuda

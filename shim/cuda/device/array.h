// CUDA arrays: memory with a format, which textures and surfaces read.
#pragma once

#include "shim/cuda/device/driver_types.h"

namespace launchproof::cuda {

struct Array {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  unsigned element_bytes = 0;
  CUdeviceptr address = 0;  // rows follow each other, and layers

  std::size_t rows() const { return shape.Height == 0 ? 1 : shape.Height; }
  std::size_t layers() const { return shape.Depth == 0 ? 1 : shape.Depth; }
  std::size_t row_bytes() const { return shape.Width * element_bytes; }
  std::size_t bytes() const { return row_bytes() * rows() * layers(); }
};

}  // namespace launchproof::cuda

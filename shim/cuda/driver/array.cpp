// Arrays: memory with a format, read through textures and surfaces.
#include "shim/cuda/driver/driver.h"

namespace launchproof::cuda {
namespace {

CUresult make(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return with_context([&](Driver& driver) {
    constexpr unsigned kMostChannels = 4;
    const unsigned bytes = channel_bytes(shape.Format) * shape.NumChannels;
    if (shape.Width == 0 || bytes == 0 || shape.NumChannels > kMostChannels) return CUDA_ERROR_INVALID_VALUE;
    Array made{shape, bytes, 0};
    made.address = driver.memory().allocate(made.bytes());
    if (made.address == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *array = driver.arrays.make(made);
    return CUDA_SUCCESS;
  });
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuArray3DCreate_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* shape) {
  return array == nullptr || shape == nullptr ? CUDA_ERROR_INVALID_VALUE : make(array, *shape);
}

LAUNCHPROOF_API CUresult cuArrayCreate_v2(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* shape) {
  if (array == nullptr || shape == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return make(array, {shape->Width, shape->Height, 0, shape->Format, shape->NumChannels, 0});
}

LAUNCHPROOF_API CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* shape, CUarray array) {
  return with_driver([&](Driver& driver) {
    if (shape == nullptr || !driver.arrays.holds(array)) return CUDA_ERROR_INVALID_HANDLE;
    *shape = array->shape;
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* shape, CUarray array) {
  return with_driver([&](Driver& driver) {
    if (shape == nullptr || !driver.arrays.holds(array)) return CUDA_ERROR_INVALID_HANDLE;
    *shape = {array->shape.Width, array->shape.Height, array->shape.Format, array->shape.NumChannels};
    return CUDA_SUCCESS;
  });
}

LAUNCHPROOF_API CUresult cuArrayDestroy(CUarray array) {
  return with_driver([&](Driver& driver) {
    if (!driver.arrays.holds(array)) return CUDA_ERROR_INVALID_HANDLE;
    driver.memory().release(array->address);
    driver.arrays.remove(array);
    return CUDA_SUCCESS;
  });
}

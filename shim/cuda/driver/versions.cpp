// Newer versions of functions that the device supports. The device ignores their additional parameters.
#include "shim/cuda/driver/driver.h"

extern "C" {

struct CUmemLocation {
  int type, id;
};

CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxSynchronize();
CUresult cuMemAdvise(CUdeviceptr pointer, std::size_t bytes, int advice, CUdevice device);
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, std::size_t bytes, CUdevice device, CUstream stream);
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context);
}

using namespace launchproof::cuda;

namespace {

CUresult of_context(CUcontext context) {
  return with_driver([&](Driver& driver) {
    const bool is_known = context == driver.primary() || driver.contexts.holds(context);
    return is_known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
  });
}

}  // namespace

// A null context is the current one.
LAUNCHPROOF_API CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext context) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (context == nullptr) return cuCtxGetDevice(device);
  *device = 0;
  return of_context(context);
}

LAUNCHPROOF_API CUresult cuCtxSynchronize_v2(CUcontext context) {
  return context == nullptr ? cuCtxSynchronize() : of_context(context);
}

LAUNCHPROOF_API CUresult cuMemAdvise_v2(CUdeviceptr pointer, std::size_t bytes, int advice,
                                        CUmemLocation location) {
  return cuMemAdvise(pointer, bytes, advice, location.id);
}

LAUNCHPROOF_API CUresult cuMemPrefetchAsync_v2(CUdeviceptr pointer, std::size_t bytes, CUmemLocation location,
                                               unsigned, CUstream stream) {
  return cuMemPrefetchAsync(pointer, bytes, location.id, stream);
}

// There are no green contexts.
LAUNCHPROOF_API CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext* context, void** green) {
  if (green != nullptr) *green = nullptr;
  return cuStreamGetCtx(stream, context);
}

// Functions for other devices and other processes, of which there are none.
#include "shim/cuda/runtime/runtime.h"

using namespace launchproof::cuda::runtime;

LAUNCHPROOF_API cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return finish(cudaErrorPeerAccessUnsupported);
}

LAUNCHPROOF_API cudaError_t cudaDeviceDisablePeerAccess(int) {
  return finish(cudaErrorPeerAccessNotEnabled);
}

LAUNCHPROOF_API cudaError_t cudaDeviceGetP2PAttribute(int* value, int, int, int) {
  if (value == nullptr) return finish(cudaErrorInvalidValue);
  *value = 0;
  return finish(cudaErrorInvalidDevice);
}

LAUNCHPROOF_API cudaError_t cudaIpcGetMemHandle(void*, void*) {
  return finish(cudaErrorNotSupported);
}

LAUNCHPROOF_API cudaError_t cudaIpcGetEventHandle(void*, CUevent) {
  return finish(cudaErrorNotSupported);
}

LAUNCHPROOF_API cudaError_t cudaIpcCloseMemHandle(void*) {
  return finish(cudaErrorInvalidValue);
}

LAUNCHPROOF_API cudaError_t cudaImportExternalMemory(void**, const void*) {
  return finish(cudaErrorNotSupported);
}

LAUNCHPROOF_API cudaError_t cudaImportExternalSemaphore(void**, const void*) {
  return finish(cudaErrorNotSupported);
}

// Implements the only device, its contexts and its streams.
#include <string.h>

#include "stub.h"

namespace {

bool g_is_initialised = false;
thread_local void* t_context = nullptr;
char g_primary;

}  // namespace

STUB stub_cuInit(unsigned) {
  g_is_initialised = true;
  return kSuccess;
}

STUB stub_cuDriverGetVersion(int* version) {
#ifdef STUB_CUDA_NEWEST
  *version = STUB_CUDA_NEWEST;
#else
  *version = 13000;
#endif
  return kSuccess;
}

STUB stub_cuDeviceGetCount(int* count) {
  if (!g_is_initialised) return kNotInitialized;
  *count = 1;
  return kSuccess;
}

STUB stub_cuDeviceGet(int* device, int ordinal) {
  if (!g_is_initialised) return kNotInitialized;
  *device = ordinal;
  return ordinal == 0 ? kSuccess : 101;
}

STUB stub_cuDeviceGetName(char* name, int size, int) {
  strncpy(name, "Stub GPU", static_cast<std::size_t>(size));
  return kSuccess;
}

STUB stub_cuDeviceGetAttribute(int* value, int which, int) {
  constexpr int kThreadsOfBlock = 1, kSharedBytesOfBlock = 8, kMajor = 75;
  *value = 0;
  if (which == kThreadsOfBlock) *value = 1024;
  if (which == kSharedBytesOfBlock) *value = 49152;
  if (which == kMajor) *value = 9;
  return kSuccess;
}

STUB stub_cuCtxCreate_v2(void** context, unsigned, int) {
  *context = t_context = new char;
  return kSuccess;
}

STUB stub_cuCtxCreate_v4(void** context, void*, unsigned flags, int device) {
  return stub_cuCtxCreate_v2(context, flags, device);
}

STUB stub_cuCtxSynchronize_v2(void* context) {
  return context == nullptr && t_context == nullptr ? kInvalidContext : kSuccess;
}

STUB stub_cuCtxDestroy_v2(void* context) {
  if (t_context == context) t_context = nullptr;
  delete static_cast<char*>(context);
  return kSuccess;
}

STUB stub_cuDevicePrimaryCtxRetain(void** context, int) {
  *context = &g_primary;
  return kSuccess;
}

STUB stub_cuCtxSetCurrent(void* context) {
  t_context = context;
  return kSuccess;
}

STUB stub_cuCtxGetCurrent(void** context) {
  *context = t_context;
  return kSuccess;
}

STUB stub_cuCtxGetDevice(int* device) {
  *device = 0;
  return t_context == nullptr ? kInvalidContext : kSuccess;
}

STUB stub_cuCtxSynchronize() {
  return t_context == nullptr ? kInvalidContext : kSuccess;
}

STUB stub_cuStreamCreate(void** stream, unsigned) {
  *stream = new char;
  return kSuccess;
}

STUB stub_cuStreamDestroy_v2(void* stream) {
  delete static_cast<char*>(stream);
  return kSuccess;
}

STUB stub_cuStreamSynchronize(void*) {
  return kSuccess;
}

STUB stub_cuLaunchHostFunc(void*, void (*function)(void*), void* data) {
  function(data);
  return kSuccess;
}

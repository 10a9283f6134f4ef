/* The driver's table and the three functions that the loader looks up by name. */
#include "stub.h"

#define STUB_EXPORT __attribute__((visibility("default")))
#define STUB_ENTRY(name) .name = stub_##name,
const cl_icd_dispatch stub_dispatch = {STUB_FUNCTIONS(STUB_ENTRY)};

STUB_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  return stub_clGetPlatformIDs(count, platforms, count_ret);
}

static cl_int update_mutable_commands(void) {
  return CL_INVALID_OPERATION;
}

void* stub_clGetExtensionFunctionAddress(const char* name) {
  if (strcmp(name, "clUpdateMutableCommandsKHR") == 0) return (void*)update_mutable_commands;
#define STUB_NAMED(function) \
  if (strcmp(name, #function) == 0) return (void*)stub_##function;
  STUB_FUNCTIONS_BY_NAME(STUB_NAMED)
  if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return (void*)clIcdGetPlatformIDsKHR;
  if (strcmp(name, "clGetPlatformInfo") == 0) return (void*)stub_clGetPlatformInfo;
  return NULL;
}

void* stub_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name) {
  (void)platform;
  return stub_clGetExtensionFunctionAddress(name);
}

STUB_EXPORT void* clGetExtensionFunctionAddress(const char* name) {
  return stub_clGetExtensionFunctionAddress(name);
}

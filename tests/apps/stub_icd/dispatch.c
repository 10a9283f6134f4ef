/* The driver's table and the three functions that the loader looks up by name. */
#include "stub.h"

#define STUB_EXPORT __attribute__((visibility("default")))
#define STUB_ENTRY(name) .name = stub_##name,
cl_icd_dispatch stub_dispatch = {STUB_FUNCTIONS(STUB_ENTRY)};

static cl_int lacking(void) {
  return CL_INVALID_OPERATION;
}

/* The loader calls what stands in the table. */
static __attribute__((constructor)) void fill_table(void) {
  void** entries = (void**)&stub_dispatch;
  stub_dispatch.clGetKernelSubGroupInfoKHR = stub_clGetKernelSubGroupInfo;
  for (size_t i = 0; i < sizeof stub_dispatch / sizeof *entries; ++i)
    if (entries[i] == NULL) entries[i] = (void*)lacking;
  stub_know_handles();
}

STUB_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  return stub_clGetPlatformIDs(count, platforms, count_ret);
}

/* Functions that are there and do nothing. */
static const char* const kRefusing[] = {
    "clCommandCopyBufferKHR",          "clCommandCopyBufferRectKHR",    "clCommandCopyBufferToImageKHR",
    "clCommandCopyImageKHR",           "clCommandCopyImageToBufferKHR", "clCommandFillImageKHR",
    "clCommandBarrierWithWaitListKHR", "clGetCommandBufferInfoKHR",     "clGetMutableCommandInfoKHR",
    "clEnqueueMemFillINTEL",           "clEnqueueMigrateMemINTEL",      "clEnqueueMemAdviseINTEL",
    "clGetMemAllocInfoINTEL",          "clRemapCommandBufferKHR"};

void* stub_clGetExtensionFunctionAddress(const char* name) {
  for (size_t i = 0; i < sizeof kRefusing / sizeof *kRefusing; ++i)
    if (strcmp(name, kRefusing[i]) == 0) return (void*)lacking;
#define STUB_NAMED(function) \
  if (strcmp(name, #function) == 0) return (void*)stub_##function;
  STUB_FUNCTIONS_BY_NAME(STUB_NAMED)
  if (strcmp(name, "clUpdateMutableCommandsKHR") == 0) return (void*)stub_update_commands;
  if (strcmp(name, "clCreateCommandQueueWithPropertiesKHR") == 0)
    return (void*)stub_clCreateCommandQueueWithProperties;
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

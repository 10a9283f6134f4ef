/* Kernels over unified shared memory, whose functions are got by name. The argument says what becomes of the
 * launch: overlap  two pointers into one allocation, the second 32 ints behind the first kinds    a pointer
 * to memory of the device, and one to memory of the host again    an allocation that is freed, and a smaller
 * one at its address, with the argument set once refused  a pointer that is not freed, as the driver refuses,
 * and is launched with then Status 77 where the driver has no such functions. */
#include "common.h"

#include <CL/cl_ext.h>

enum { kHalf = 64, kUnavailable = 77 };

static const char* const kSource =
    "__kernel void copy(__global int* to, __global const int* from) {\n"
    "  to[get_global_id(0)] = from[get_global_id(0)];\n"
    "}\n";

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "overlap";
#define IS(word) (strcmp(mode, word) == 0)
  const struct setup with = make_setup();
  cl_platform_id platform;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
#define BY_NAME(name) (name##_fn) clGetExtensionFunctionAddressForPlatform(platform, #name)
  const clHostMemAllocINTEL_fn allocate_host = BY_NAME(clHostMemAllocINTEL);
  const clDeviceMemAllocINTEL_fn allocate_device = BY_NAME(clDeviceMemAllocINTEL);
  const clSharedMemAllocINTEL_fn allocate_shared = BY_NAME(clSharedMemAllocINTEL);
  const clMemFreeINTEL_fn release = BY_NAME(clMemFreeINTEL);
  const clMemBlockingFreeINTEL_fn release_blocking = BY_NAME(clMemBlockingFreeINTEL);
  const clSetKernelArgMemPointerINTEL_fn set = BY_NAME(clSetKernelArgMemPointerINTEL);
  const clEnqueueMemcpyINTEL_fn copy = BY_NAME(clEnqueueMemcpyINTEL);
  if (!allocate_host || !allocate_device || !allocate_shared || !release || !release_blocking || !set ||
      !copy)
    return kUnavailable;
  const size_t half = kHalf * sizeof(cl_int);
  cl_int code = CL_SUCCESS;
  char* memory = allocate_shared(with.context, with.device, NULL, 2 * half, 0, &code);
  CHECK(code);
  char* to = memory;
  char* from = memory + half / 2;
  if (IS("kinds")) {
    to = allocate_device(with.context, with.device, NULL, half, 0, &code);
    CHECK(code);
    from = allocate_host(with.context, NULL, half, 0, &code);
    CHECK(code);
  }
  cl_kernel kernel = make_kernel(make_program(&with, kSource, "-cl-kernel-arg-info"), "copy");
  CHECK(set(kernel, 0, to));
  CHECK(set(kernel, 1, from));
  printf("wrong index %d\n", set(kernel, 99, from));
  launch(&with, kernel, kHalf, 16);
  CHECK(copy(with.queue, CL_TRUE, to, from, half, 0, NULL, NULL));
  launch(&with, kernel, kHalf, 16);
  if (IS("again")) {
    CHECK(release_blocking(with.context, memory));
    memory = allocate_shared(with.context, with.device, NULL, 2 * half - sizeof(cl_int), 0, &code);
    CHECK(code);
    printf("address seen again: %s\n", memory == to ? "yes" : "no");
    launch(&with, kernel, kHalf, 16);
  }
  if (IS("refused")) {
    printf("refused %d\n", release(with.context, NULL));
    launch(&with, kernel, kHalf, 16);
  }
  CHECK(release(with.context, memory));
  return 0;
}

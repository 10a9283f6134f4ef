// The host of the CUDA examples, in the driver API: loads the kernel of an example from its PTX file,
// launches it once and prints the first numbers that it left. PTX_FILE and EXAMPLE say which; both twins have
// the same host, unless the defect is in the launch.
#include <stdio.h>
#include <stdlib.h>

#include "driver.h"

static void need(CUresult result, const char* call) {
  const char* text = "unknown error";
  if (result == 0) return;
  cuGetErrorString(result, &text);
  fprintf(stderr, "%s: %s\n", call, text);
  exit(1);
}
#define NEED(call) need(call, #call)

enum { MISSING_SYNCTHREADS, TAIL, DIVERGENT_BARRIER, MISSING_SYNCWARP, WRONG_GRID, SHARED_BUFFER };

// The kernel's name as compilers write it into PTX, how many numbers it works on, and the launch.
struct Example {
  const char* kernel;
  int count;
  unsigned blocks, threads;
};

static const struct Example kExamples[] = {
    [MISSING_SYNCTHREADS] = {"_Z6reducePKfPf", 8 * 256, 8, 256},
    [TAIL] = {"_Z5scalePfif", 1000, 4, 256},
    [DIVERGENT_BARRIER] = {"_Z7reversePiS_i", 1000, 8, 128},
    [MISSING_SYNCWARP] = {"_Z5shiftPi", 8 * 128, 8, 128},
#ifdef BLOCKS
    [WRONG_GRID] = {"_Z6squarePKiPi", 1024, BLOCKS, 128},
#else
    [WRONG_GRID] = {"_Z6squarePKiPi", 1024, 8, 128},
#endif
    [SHARED_BUFFER] = {"_Z4blurPKfPfi", 1024, 8, 128},
};

int main(void) {
  const struct Example* example = &kExamples[EXAMPLE];
  const size_t bytes = (size_t)example->count * 4;
  int* numbers = malloc(bytes);
  float factor = 0.5F;
  int count = example->count;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr first, second;

  NEED(cuInit(0));
  NEED(cuDeviceGet(&device, 0));
  NEED(cuCtxCreate_v2(&context, 0, device));
  NEED(cuModuleLoad(&module, PTX_FILE));
  NEED(cuModuleGetFunction(&kernel, module, example->kernel));
  NEED(cuMemAlloc_v2(&first, bytes));
  NEED(cuMemAlloc_v2(&second, bytes));
  for (int i = 0; i < example->count; ++i) numbers[i] = i;
  NEED(cuMemcpyHtoD_v2(first, numbers, bytes));
  NEED(cuMemcpyHtoD_v2(second, numbers, bytes));

#ifdef IN_PLACE
  // The kernel reads its neighbours' numbers from the buffer that it writes.
  void* of_blur[] = {&first, &first, &count};
#else
  void* of_blur[] = {&first, &second, &count};
#endif
  void* of_two[] = {&first, &second};
  void* of_scale[] = {&first, &count, &factor};
  void* of_reverse[] = {&first, &second, &count};
  void** parameters = of_two;
  if (EXAMPLE == TAIL) parameters = of_scale;
  if (EXAMPLE == DIVERGENT_BARRIER) parameters = of_reverse;
  if (EXAMPLE == SHARED_BUFFER) parameters = of_blur;
  NEED(cuLaunchKernel(kernel, example->blocks, 1, 1, example->threads, 1, 1, 0, NULL, parameters, NULL));
  NEED(cuCtxSynchronize());

  NEED(cuMemcpyDtoH_v2(numbers, second, bytes));
  printf("%s left %d %d %d ...\n", example->kernel, numbers[0], numbers[1], numbers[2]);
  NEED(cuMemFree_v2(first));
  NEED(cuMemFree_v2(second));
  free(numbers);
  return 0;
}

/* Preloaded beside the shim: a profiler that stands before functions of the API and goes on to the next
 * library's. At the end it writes what it counted into the file that LAUNCHPROOF_TEST_COUNTS names. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int launches, builds;

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint wait_count, const cl_event* wait, cl_event* event) {
  atomic_fetch_add(&launches, 1);
  __typeof__(&clEnqueueNDRangeKernel) following = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
  return following(queue, kernel, dimensions, offset, global, local, wait_count, wait, event);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                      void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  atomic_fetch_add(&builds, 1);
  __typeof__(&clBuildProgram) following = dlsym(RTLD_NEXT, "clBuildProgram");
  return following(program, count, devices, options, notify, data);
}

static __attribute__((destructor)) void write_counts(void) {
  const char* path = getenv("LAUNCHPROOF_TEST_COUNTS");
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "launches %d, builds %d\n", atomic_load(&launches), atomic_load(&builds));
  fclose(file);
}

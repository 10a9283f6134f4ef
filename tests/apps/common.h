/* What the small test applications share: the first device, a context, a queue, a program. */
#ifndef LAUNCHPROOF_APPS_COMMON_H
#define LAUNCHPROOF_APPS_COMMON_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Status of an application that finds no platform or device. */
enum { kNoDevice = 3, kFailure = 4 };

#define CHECK(code)                                                                   \
  do {                                                                                \
    const cl_int check_code = (code);                                                 \
    if (check_code != CL_SUCCESS) {                                                   \
      fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #code, check_code); \
      exit(kFailure);                                                                 \
    }                                                                                 \
  } while (0)

struct setup {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
};

static inline struct setup make_setup(void) {
  struct setup made;
  cl_platform_id platform;
  cl_uint count = 0;
  cl_int code = clGetPlatformIDs(1, &platform, &count);
  if (code != CL_SUCCESS || count == 0) {
    fprintf(stderr, "no platform: %d\n", code);
    exit(kNoDevice);
  }
  code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &made.device, NULL);
  if (code != CL_SUCCESS) {
    fprintf(stderr, "no device: %d\n", code);
    exit(kNoDevice);
  }
  made.context = clCreateContext(NULL, 1, &made.device, NULL, NULL, &code);
  CHECK(code);
  made.queue = clCreateCommandQueue(made.context, made.device, 0, &code);
  CHECK(code);
  return made;
}

static inline cl_program make_program(const struct setup* with, const char* source, const char* options) {
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(with->context, 1, &source, NULL, &code);
  CHECK(code);
  CHECK(clBuildProgram(program, 1, &with->device, options, NULL, NULL));
  return program;
}

static inline cl_kernel make_kernel(cl_program program, const char* name) {
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name, &code);
  CHECK(code);
  return kernel;
}

static inline cl_mem make_buffer(const struct setup* with, size_t bytes) {
  cl_int code = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(with->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
  CHECK(code);
  return buffer;
}

static __attribute__((noinline, unused)) void launch(const struct setup* with, cl_kernel kernel,
                                                     size_t global, size_t local) {
  CHECK(clEnqueueNDRangeKernel(with->queue, kernel, 1, NULL, &global, local == 0 ? NULL : &local, 0, NULL,
                               NULL));
}

static const char* const kFillSource __attribute__((unused)) =
    "__kernel void fill(__global int* out, int value) { out[get_global_id(0)] = value; }\n";

/* A program with the kernel `fill`, bound to a buffer of `items` ints. */
static inline cl_kernel make_fill(const struct setup* with, size_t items, int value) {
  cl_kernel kernel = make_kernel(make_program(with, kFillSource, ""), "fill");
  cl_mem buffer = make_buffer(with, items * sizeof(cl_int));
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
  return kernel;
}

#endif

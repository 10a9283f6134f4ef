/* Adds two vectors; links the loader. Argument: number of repeats of the launch (default 1). */
#include "common.h"

static const char* const kSource =
    "__kernel void add(__global const float* a, __global const float* b, __global float* c, uint n,\n"
    "                  __local float* scratch) {\n"
    "  size_t i = get_global_id(0);\n"
    "  scratch[get_local_id(0)] = i < n ? a[i] : 0.0f;\n"
    "  if (i < n) c[i] = scratch[get_local_id(0)] + b[i];\n"
    "}\n";

enum { kItems = 64 };

int main(int argc, char** argv) {
  const int repeats = argc > 1 ? atoi(argv[1]) : 1;
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(make_program(&with, kSource, "-DUNUSED=1 -cl-std=CL1.2"), "add");
  float values[kItems];
  for (int i = 0; i < kItems; ++i) values[i] = (float)i;
  cl_int code = CL_SUCCESS;
  cl_mem a =
      clCreateBuffer(with.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof values, values, &code);
  CHECK(code);
  cl_mem b =
      clCreateBuffer(with.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof values, values, &code);
  CHECK(code);
  cl_mem c = make_buffer(&with, sizeof values);
  const cl_uint n = kItems;
  CHECK(clSetKernelArg(kernel, 0, sizeof a, &a));
  CHECK(clSetKernelArg(kernel, 1, sizeof b, &b));
  CHECK(clSetKernelArg(kernel, 2, sizeof c, &c));
  CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
  CHECK(clSetKernelArg(kernel, 4, 16 * sizeof(float), NULL));
  for (int i = 0; i < repeats; ++i) launch(&with, kernel, kItems, 16);
  CHECK(clEnqueueReadBuffer(with.queue, c, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
  printf("c[5] = %g, refused = %d\n", (double)values[5], clSetKernelArg(kernel, 99, sizeof n, &n));
  CHECK(clReleaseKernel(kernel));
  CHECK(clReleaseMemObject(a));
  CHECK(clReleaseMemObject(b));
  CHECK(clReleaseMemObject(c));
  return 7;
}

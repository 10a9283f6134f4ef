/* One program whose kernels a driver tells nothing of, and of which it tells all once it is built again. */
#include "common.h"

static const char* const kSource =
    "__kernel void fill(__global int* out, int value) {\n"
    "  out[get_global_id(0)] = value;\n"
    "}\n"
    "__kernel void half(__global int* out, int other) {\n"
    "  out[get_global_id(0)] = other / 2;\n"
    "}\n";

static void launch_new(const struct setup* with, cl_program program, const char* name, cl_mem out,
                       cl_int value) {
  cl_kernel kernel = make_kernel(program, name);
  CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
  CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
  launch(with, kernel, 64, 16);
  CHECK(clFinish(with->queue));
  CHECK(clReleaseKernel(kernel));
}

int main(void) {
  const struct setup with = make_setup();
  cl_program program = make_program(&with, kSource, "");
  cl_mem out = make_buffer(&with, 256);
  for (cl_int i = 0; i < 2; ++i) launch_new(&with, program, "fill", out, i);
  CHECK(clBuildProgram(program, 1, &with.device, "-cl-kernel-arg-info", NULL, NULL));
  for (cl_int i = 2; i < 4; ++i) launch_new(&with, program, "fill", out, i);
  launch_new(&with, program, "half", out, 4);
  puts("passed");
  return 0;
}

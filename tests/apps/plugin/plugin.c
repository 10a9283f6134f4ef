/* A library that links OpenCL, for a program that does not. */
#include "../common.h"

__attribute__((visibility("default"))) int plugin_runs(void) {
  const struct setup with = make_setup();
  cl_program program =
      make_program(&with, "__kernel void one(__global int* out) { out[get_global_id(0)] = 1; }\n", "");
  cl_kernel kernel = make_kernel(program, "one");
  cl_mem out = make_buffer(&with, 256);
  CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
  launch(&with, kernel, 64, 16);
  CHECK(clFinish(with.queue));
  return 7;
}

/* Launches a defective kernel from a function and a line that debug information names. */
#include "common.h"

static const char* const kSource =
    "__kernel void fill(__global int* a) {\n"
    "  a[0] = (int)get_global_id(0);\n"
    "}\n";

__attribute__((noinline)) static int enqueue_fill(const struct setup* with, cl_kernel kernel) {
  const size_t global = 64, local = 16;
  const cl_event* none = NULL;
  const cl_int code = clEnqueueNDRangeKernel(with->queue, kernel, 1, NULL, &global, &local, 0, none, NULL);
  return code == CL_SUCCESS ? CL_SUCCESS : code;
}

int main(void) {
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(make_program(&with, kSource, ""), "fill");
  cl_mem a = make_buffer(&with, 64 * sizeof(cl_int));
  CHECK(clSetKernelArg(kernel, 0, sizeof a, &a));
  CHECK(enqueue_fill(&with, kernel));
  CHECK(clFinish(with.queue));
  return 0;
}

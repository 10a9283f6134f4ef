/* Launches a kernel whose local memory holds 16 work-items, and leaves the local size to the runtime: twice
 * for 64 work-items, once for 48, and once with the local size 16. */
#include "common.h"

static const char* const kSource =
    "__kernel void reversed(__global int* data) {\n"
    "  __local int tile[16];\n"
    "  const size_t item = get_local_id(0);\n"
    "  tile[item] = data[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  data[get_global_id(0)] = tile[get_local_size(0) - 1 - item];\n"
    "}\n";

int main(void) {
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(make_program(&with, kSource, ""), "reversed");
  cl_mem data = make_buffer(&with, 64 * sizeof(cl_int));
  CHECK(clSetKernelArg(kernel, 0, sizeof data, &data));
  launch(&with, kernel, 64, 0);
  launch(&with, kernel, 64, 0);
  launch(&with, kernel, 48, 0);
  launch(&with, kernel, 64, 16);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}

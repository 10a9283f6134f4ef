/* Launches a kernel that uses sub-groups with three local sizes, one of them left to the runtime, and one
 * that does not; with the argument "included" the first kernel uses them in a file that its program includes.
 */
#include "common.h"

static const char* const kUsing =
    "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
    "__kernel void using(__global int* to) { to[get_global_id(0)] = get_sub_group_id(); }\n";
static const char* const kIncluding =
    "#include \"where.h\"\n"
    "__kernel void using(__global int* to) { to[get_global_id(0)] = WHERE; }\n";
static const char* const kWithout =
    "__kernel void without(__global int* to) { to[get_global_id(0)] = get_group_id(0); }\n";

enum { kItems = 96 };

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  const char* const source = argc > 1 && strcmp(argv[1], "included") == 0 ? kIncluding : kUsing;
  cl_kernel kernels[] = {make_kernel(make_program(&with, source, ""), "using"),
                         make_kernel(make_program(&with, kWithout, ""), "without")};
  cl_mem buffer = make_buffer(&with, kItems * sizeof(cl_int));
  for (int i = 0; i < 2; ++i) CHECK(clSetKernelArg(kernels[i], 0, sizeof buffer, &buffer));
  launch(&with, kernels[0], kItems, 16);
  launch(&with, kernels[0], kItems, 24);
  launch(&with, kernels[0], kItems, 0);
  launch(&with, kernels[1], kItems, 16);
  const size_t global[2] = {kItems, 4};
  const size_t local[2] = {8, 4};
  CHECK(clEnqueueNDRangeKernel(with.queue, kernels[0], 2, NULL, global, local, 0, NULL, NULL));
  CHECK(clFinish(with.queue));
  return 0;
}

/* Groups of 16 work-items over 100, so that the last group has 4: as programs of OpenCL 2.0 and later may be
 * launched. app_partial_groups KERNEL [OPTIONS]  launches this kernel, of a program built with these options
 */
#include "common.h"

static const char* const kSource =
    /* Right whatever the size of the last group. */
    "__kernel void reversed(__global int* out) {\n"
    "  __local int tile[16];\n"
    "  tile[get_local_id(0)] = get_global_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_group_id(0) * 16 + get_local_size(0) - 1 - get_local_id(0)] = tile[get_local_id(0)];\n"
    "}\n"
    /* The last group writes as if it were a whole one. */
    "__kernel void beyond(__global int* out) {\n"
    "  out[get_group_id(0) * 16 + get_enqueued_local_size(0) - 1 - get_local_id(0)] = 1;\n"
    "}\n"
    /* The last group alone goes without a barrier. */
    "__kernel void unordered(__global int* out) {\n"
    "  __local int tile[16];\n"
    "  tile[get_local_id(0)] = get_global_id(0);\n"
    "  if (get_local_size(0) == get_enqueued_local_size(0)) barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];\n"
    "}\n"
    /* Only some work-items of the last group come to the barrier. */
    "__kernel void divergent(__global int* out) {\n"
    "  if (get_global_id(0) < 98) barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = 1;\n"
    "}\n"
    /* Two dimensions: 20 by 10 in groups of 8 by 4. */
    "__kernel void turned(__global int* out) {\n"
    "  __local int tile[8 * 4];\n"
    "  int x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), height = get_local_size(1);\n"
    "  tile[y * width + x] = get_global_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int at = (get_group_id(1) * 4 + y) * 20 + get_group_id(0) * 8 + x;\n"
    "  out[at] = tile[(height - 1 - y) * width + width - 1 - x];\n"
    "}\n"
    /* The same, but for groups that are not whole in their second dimension. */
    "__kernel void torn(__global int* out) {\n"
    "  __local int tile[8 * 4];\n"
    "  int x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), height = get_local_size(1);\n"
    "  tile[y * width + x] = get_global_id(0);\n"
    "  if (height == 4) barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int at = (get_group_id(1) * 4 + y) * 20 + get_group_id(0) * 8 + x;\n"
    "  out[at] = tile[(height - 1 - y) * width + width - 1 - x];\n"
    "}\n";

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int is_plane = strcmp(argv[1], "turned") == 0 || strcmp(argv[1], "torn") == 0;
  const size_t global[2] = {is_plane ? 20 : 100, 10}, local[2] = {is_plane ? 8 : 16, 4};
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(make_program(&with, kSource, argc > 2 ? argv[2] : "-cl-std=CL2.0"), argv[1]);
  cl_mem out = make_buffer(&with, (is_plane ? 200 : 100) * sizeof(cl_int));
  CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
  CHECK(clEnqueueNDRangeKernel(with.queue, kernel, is_plane ? 2 : 1, NULL, global, local, 0, NULL, NULL));
  CHECK(clFinish(with.queue));
  return 0;
}

/* Launches that keep and that break what their buffers' flags let kernels do. Each kernel is launched once.
 */
#include "common.h"

static const char* const kSource =
    "__kernel void kept(__global const int* in, __global int* out, int in_place) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = in[i] * 3;\n"
    "  if (in_place) ((__global int*)in)[i] = 0;\n"
    "}\n"
    "__kernel void stored(__global const int* in, __global int* out, int in_place) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = in[i] * 3;\n"
    "  if (in_place) ((__global int*)in)[i] = 0;\n"
    "}\n"
    "__kernel void part(__global int* part_of_table) {\n"
    "  part_of_table[get_global_id(0)] = 1;\n"
    "}\n"
    "__kernel void narrowed(__global int* narrowed_part) {\n"
    "  narrowed_part[get_global_id(0)] = 1;\n"
    "}\n"
    "__kernel void counted(__global int* counter) {\n"
    "  atomic_inc(counter);\n"
    "}\n"
    "__kernel void of_host(__global int* out) {\n"
    "  out[get_global_id(0)] += 1;\n"
    "}\n";

enum { kItems = 64, kBytes = kItems * 4 };

static cl_mem buffer_with(const struct setup* with, cl_mem_flags flags) {
  cl_int code = CL_SUCCESS;
  cl_mem made = clCreateBuffer(with->context, flags, 2 * kBytes, NULL, &code);
  CHECK(code);
  return made;
}

static cl_mem second_half(cl_mem whole, cl_mem_flags flags) {
  const cl_buffer_region region = {kBytes, kBytes};
  cl_int code = CL_SUCCESS;
  cl_mem made = clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  CHECK(code);
  return made;
}

static void launch_in_out(const struct setup* with, cl_program program, const char* name, cl_int in_place) {
  cl_mem in = buffer_with(with, CL_MEM_READ_ONLY), out = buffer_with(with, CL_MEM_WRITE_ONLY);
  cl_kernel kernel = make_kernel(program, name);
  CHECK(clSetKernelArg(kernel, 0, sizeof in, &in));
  CHECK(clSetKernelArg(kernel, 1, sizeof out, &out));
  CHECK(clSetKernelArg(kernel, 2, sizeof in_place, &in_place));
  launch(with, kernel, kItems, 16);
}

static void launch_on(const struct setup* with, cl_program program, const char* name, cl_mem memory) {
  cl_kernel kernel = make_kernel(program, name);
  CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
  launch(with, kernel, kItems, 16);
}

int main(void) {
  const struct setup with = make_setup();
  cl_program program = make_program(&with, kSource, "");
  launch_in_out(&with, program, "kept", 0);
  launch_in_out(&with, program, "stored", 1);
  launch_on(&with, program, "part", second_half(buffer_with(&with, CL_MEM_READ_ONLY), 0));
  launch_on(&with, program, "narrowed", second_half(buffer_with(&with, CL_MEM_READ_WRITE), CL_MEM_READ_ONLY));
  launch_on(&with, program, "counted", buffer_with(&with, CL_MEM_WRITE_ONLY));
  launch_on(&with, program, "of_host", buffer_with(&with, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY));
  CHECK(clFinish(with.queue));
  return 0;
}

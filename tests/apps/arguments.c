/* Arguments that are hard to tell apart without the kernel's source, and a cloned kernel. */
#include "common.h"

static const char* const kSource =
    "struct big { int x[16]; };\n"
    "__kernel void place(__local int* a) { a[get_local_id(0)] = 1; }\n"
    "__kernel void null(__global int* a) { if (a) a[0] = 1; }\n"
    "__kernel void large(struct big b) { }\n"
    "__kernel void number(int n) { }\n";

int main(void) {
  const struct setup with = make_setup();
  cl_program program = make_program(&with, kSource, "");
  /* Local memory of the size of a handle. */
  cl_kernel place = make_kernel(program, "place");
  CHECK(clSetKernelArg(place, 0, sizeof(cl_mem), NULL));
  launch(&with, place, 2, 2);
  /* A null buffer. */
  cl_kernel null = make_kernel(program, "null");
  const cl_mem none = NULL;
  CHECK(clSetKernelArg(null, 0, sizeof none, &none));
  launch(&with, null, 1, 1);
  cl_kernel large = make_kernel(program, "large");
  const int values[16] = {1, 2, 3};
  CHECK(clSetKernelArg(large, 0, sizeof values, values));
  launch(&with, large, 1, 1);
  cl_kernel number = make_kernel(program, "number");
  const int one = 1, two = 2;
  CHECK(clSetKernelArg(number, 0, sizeof one, &one));
  cl_int code = CL_SUCCESS;
  cl_kernel clone = clCloneKernel(number, &code);
  CHECK(code);
  launch(&with, number, 1, 1);
  CHECK(clSetKernelArg(number, 0, sizeof two, &two));
  launch(&with, clone, 1, 1);
  launch(&with, number, 1, 1);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}

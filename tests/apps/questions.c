/* Builds a program, launches its kernel `k` once with 8 work-items, and prints what it wrote: 32 integers.
   Arguments: a file with the source, and build options. */
#include "common.h"

enum { kItems = 8, kIntegers = 32, kLongest = 1 << 20 };

int main(int argc, char** argv) {
  static char source[kLongest];
  FILE* file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) return 2;
  source[fread(source, 1, sizeof source - 1, file)] = '\0';
  fclose(file);
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(make_program(&with, source, argc > 2 ? argv[2] : ""), "k");
  cl_int code = CL_SUCCESS;
  cl_int values[kIntegers] = {0};
  cl_mem buffer = clCreateBuffer(with.context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &code);
  CHECK(code);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  const size_t items = kItems;
  CHECK(clEnqueueNDRangeKernel(with.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
  CHECK(clEnqueueReadBuffer(with.queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
  for (int i = 0; i < kIntegers; ++i) printf("%d%c", values[i], i + 1 < kIntegers ? ' ' : '\n');
  return 0;
}

/* Two launches in one queue out of order, of the kernels `first` and `second` of a given file, which take a
 * part of one common buffer of ints, read-only numbers below 256, a buffer of their own, and an int:
 *   given_pair FILE FACTOR ADDEND and, for both launches, ORIGIN GLOBAL LOCAL VALUE
 * Number i is (i * FACTOR + ADDEND) % 256. */
#include "common.h"

enum { kBytes = 8192, kPartBytes = 4096, kNumbers = 256 };

static void set(cl_kernel kernel, cl_uint index, cl_mem buffer) {
  CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
}

int main(int argc, char** argv) {
  static char text[1 << 16];
  if (argc != 12) return 2;
  FILE* file = fopen(argv[1], "r");
  if (file == NULL) return 2;
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  const struct setup with = make_setup();
  cl_int code = CL_SUCCESS;
  cl_command_queue queue =
      clCreateCommandQueue(with.context, with.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
  CHECK(code);
  cl_program program = make_program(&with, text, "");
  cl_mem data = make_buffer(&with, kBytes);
  cl_int numbers[kNumbers];
  for (int i = 0; i < kNumbers; ++i) numbers[i] = (i * atoi(argv[2]) + atoi(argv[3])) % kNumbers;
  cl_mem number =
      clCreateBuffer(with.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &code);
  CHECK(code);
  for (int i = 0; i < 2; ++i) {
    char** const own = argv + 4 + 4 * i;
    const cl_buffer_region region = {(size_t)atoi(own[0]), kPartBytes};
    const size_t global = (size_t)atoi(own[1]), local = (size_t)atoi(own[2]);
    const cl_int value = atoi(own[3]);
    cl_kernel kernel = make_kernel(program, i == 0 ? "first" : "second");
    cl_mem part = clCreateSubBuffer(data, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    CHECK(code);
    set(kernel, 0, part);
    set(kernel, 1, number);
    set(kernel, 2, make_buffer(&with, kPartBytes));
    CHECK(clSetKernelArg(kernel, 3, sizeof value, &value));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  }
  CHECK(clFinish(queue));
  return 0;
}

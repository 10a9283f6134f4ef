/* Two kernels with a pipe between them, and the second once more with another pipe of the same kind. With the
 * argument "shared" two work-items of that write to one place. */
#include "common.h"

static const char* const kSource =
    "__kernel void produce(write_only pipe int to) {\n"
    "  int packet = (int)get_global_id(0);\n"
    "  write_pipe(to, &packet);\n"
    "}\n"
    "__kernel void consume(read_only pipe int from, __global int* out) {\n"
    "  int packet;\n"
    "  if (read_pipe(from, &packet) == 0) out[get_global_id(0) / SHARE] = packet;\n"
    "}\n";

static cl_mem make_pipe(const struct setup* with) {
  cl_int code = CL_SUCCESS;
  cl_mem made =
      clCreatePipe(with->context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, sizeof(cl_int), 64, NULL, &code);
  CHECK(code);
  return made;
}

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  const int is_shared = argc > 1 && strcmp(argv[1], "shared") == 0;
  cl_program program =
      make_program(&with, kSource,
                   is_shared ? "-cl-std=CL2.0 -cl-kernel-arg-info -cl-uniform-work-group-size -DSHARE=2"
                             : "-cl-std=CL2.0 -cl-kernel-arg-info -cl-uniform-work-group-size -DSHARE=1");
  cl_mem out = make_buffer(&with, 64 * sizeof(cl_int));
  cl_mem between = make_pipe(&with);
  cl_mem other = make_pipe(&with);
  cl_kernel produce = make_kernel(program, "produce");
  CHECK(clSetKernelArg(produce, 0, sizeof between, &between));
  launch(&with, produce, 64, 16);
  cl_kernel consume = make_kernel(program, "consume");
  CHECK(clSetKernelArg(consume, 0, sizeof between, &between));
  CHECK(clSetKernelArg(consume, 1, sizeof out, &out));
  launch(&with, consume, 64, 16);
  CHECK(clSetKernelArg(consume, 0, sizeof other, &other));
  launch(&with, consume, 64, 16);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}

/* Builds a program that includes "value.h", and launches its kernel. Arguments: the working directory
 * during the build, and the build options. Changes to "/" before the launch. */
#include <unistd.h>

#include "common.h"

static const char kIncluding[] =
    "#include \"value.h\"\n__kernel void include(__global int* out) { out[get_global_id(0) * STRIDE] = "
    "get_global_id(0); }\n";

int main(int argc, char** argv) {
  if (argc < 3 || chdir(argv[1]) != 0) return 2;
  const struct setup with = make_setup();
  cl_kernel kernel = make_kernel(make_program(&with, kIncluding, argv[2]), "include");
  if (chdir("/") != 0) return 2;
  cl_mem buffer = make_buffer(&with, 256);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  launch(&with, kernel, 64, 8);
  CHECK(clFinish(with.queue));
  return 0;
}

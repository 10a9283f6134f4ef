/* Asks for a work-group that no device has, as autotuners do, and then for one that is accepted; with the
 * argument "refused" only the first. */
#include "common.h"

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 64, 1);
  const size_t global = 1 << 30, local = 1 << 30, fitting = 64;
  if (clEnqueueNDRangeKernel(with.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) == CL_SUCCESS)
    return 1;
  if (clEnqueueNDRangeKernel(with.queue, kernel, 1, NULL, &fitting, &local, 0, NULL, NULL) == CL_SUCCESS)
    return 1;
  if (argc < 2) launch(&with, kernel, 64, 16);
  CHECK(clFinish(with.queue));
  puts("passed");
  return 0;
}

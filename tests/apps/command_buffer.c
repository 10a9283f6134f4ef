/* A command buffer of two launches and a fill, enqueued three times, with its functions got by name; then a
 * launch by a function of the API itself that was got by name. Prints what the calls give; status 77 where
 * the driver has no command buffers. With the argument "invalid" also calls that a driver must refuse, which
 * PoCL 3.1 dies of. */
#include "common.h"

#include <CL/cl_ext.h>

enum { kItems = 64, kUnavailable = 77 };

static cl_platform_id platform;

static void* by_name(const char* name) {
  return clGetExtensionFunctionAddressForPlatform(platform, name);
}

static void launch_by_name(const struct setup* with, cl_kernel kernel) {
  cl_int (*enqueue)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*,
                    cl_uint, const cl_event*, cl_event*) = by_name("clEnqueueNDRangeKernel");
  if (enqueue == NULL) return; /* Not every driver gives it. */
  const size_t global = 7;
  CHECK(enqueue(with->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
}

int main(int argc, char** argv) {
  const int invalid = argc > 1 && strcmp(argv[1], "invalid") == 0;
  const struct setup with = make_setup();
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  const clCreateCommandBufferKHR_fn create = (clCreateCommandBufferKHR_fn)by_name("clCreateCommandBufferKHR");
  const clRetainCommandBufferKHR_fn retain = (clRetainCommandBufferKHR_fn)by_name("clRetainCommandBufferKHR");
  const clReleaseCommandBufferKHR_fn release =
      (clReleaseCommandBufferKHR_fn)by_name("clReleaseCommandBufferKHR");
  const clFinalizeCommandBufferKHR_fn finalize =
      (clFinalizeCommandBufferKHR_fn)by_name("clFinalizeCommandBufferKHR");
  const clCommandNDRangeKernelKHR_fn command =
      (clCommandNDRangeKernelKHR_fn)by_name("clCommandNDRangeKernelKHR");
  const clCommandFillBufferKHR_fn fill = (clCommandFillBufferKHR_fn)by_name("clCommandFillBufferKHR");
  const clEnqueueCommandBufferKHR_fn enqueue =
      (clEnqueueCommandBufferKHR_fn)by_name("clEnqueueCommandBufferKHR");
  if (create == NULL || retain == NULL || release == NULL || finalize == NULL || command == NULL ||
      fill == NULL || enqueue == NULL)
    return kUnavailable;

  cl_int code = CL_SUCCESS;
  cl_command_queue queue = with.queue;
  if (invalid) {
    cl_command_buffer_khr none = create(0, NULL, NULL, &code);
    printf("none %d %d %d\n", none == NULL, code, enqueue(0, NULL, NULL, 0, NULL, NULL));
  }
  cl_command_buffer_khr buffer = create(1, &queue, NULL, &code);
  CHECK(code);
  cl_kernel kernel = make_fill(&with, kItems, 1);
  cl_mem other = make_buffer(&with, 4096);
  const size_t global[2] = {kItems, kItems / 2}, local = 16;
  if (invalid)
    printf("dimensions %d\n",
           command(buffer, NULL, NULL, kernel, 0, NULL, global, NULL, 0, NULL, NULL, NULL));
  CHECK(command(buffer, NULL, NULL, kernel, 1, NULL, &global[0], &local, 0, NULL, NULL, NULL));
  /* The event of the second launch; the first has its own. */
  const cl_int value = 2;
  CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
  CHECK(command(buffer, NULL, NULL, kernel, 1, NULL, &global[1], &local, 0, NULL, NULL, NULL));
  CHECK(fill(buffer, NULL, other, &value, sizeof value, 0, 4096, 0, NULL, NULL, NULL));
  const cl_int later = 3;
  CHECK(clSetKernelArg(kernel, 1, sizeof later, &later));
  if (invalid) printf("too early %d\n", enqueue(0, NULL, buffer, 0, NULL, NULL));
  CHECK(finalize(buffer));
  CHECK(retain(buffer));
  CHECK(release(buffer));
  for (int i = 0; i < 3; ++i) {
    printf("enqueue %d\n", enqueue(0, NULL, buffer, 0, NULL, NULL));
    CHECK(clFinish(with.queue));
  }
  CHECK(release(buffer));
  launch_by_name(&with, kernel);
  CHECK(clFinish(with.queue));
  return 0;
}

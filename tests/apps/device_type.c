/* Looks for devices by type and prints what it finds: one line for each question. Then launches on a GPU's
 * context, if one is found. */
#include "common.h"

static void look(cl_platform_id platform, const char* name, cl_device_type type) {
  cl_device_id device = NULL;
  cl_uint count = 0;
  const cl_int counted = clGetDeviceIDs(platform, type, 0, NULL, &count);
  const cl_int got = clGetDeviceIDs(platform, type, 1, &device, NULL);
  printf("%s: %d %u, %d %d", name, counted, counted == CL_SUCCESS ? count : 0, got, device != NULL);
  cl_device_type said = 0;
  size_t size = 0;
  if (device != NULL) {
    CHECK(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof said, &said, &size));
    printf(", type %u of %zu bytes", (unsigned)said, size);
  }
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
  cl_int code = 1;
  cl_context context = clCreateContextFromType(properties, type, NULL, NULL, &code);
  printf(", context %d %d\n", code, context != NULL);
  if (context != NULL) CHECK(clReleaseContext(context));
}

int main(void) {
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) return kNoDevice;
  look(platform, "gpu", CL_DEVICE_TYPE_GPU);
  look(platform, "cpu", CL_DEVICE_TYPE_CPU);
  look(platform, "accelerator", CL_DEVICE_TYPE_ACCELERATOR);
  look(platform, "custom", CL_DEVICE_TYPE_CUSTOM);
  look(platform, "default", CL_DEVICE_TYPE_DEFAULT);
  look(platform, "cpu or default", CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT);
  look(platform, "all", CL_DEVICE_TYPE_ALL);
  cl_device_id device = NULL;
  cl_uint count = 0;
  printf("wrong: %d", clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, &device, &count));
  printf(" %d", clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, NULL, NULL));
  printf(" %d\n", clGetDeviceIDs(platform, 0, 1, &device, NULL));
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL) != CL_SUCCESS) return 0;
  size_t size = 0;
  cl_device_type said = 0;
  printf("too small: %d", clGetDeviceInfo(device, CL_DEVICE_TYPE, 1, &said, NULL));
  printf(" %d", clGetDeviceInfo(device, CL_DEVICE_TYPE, 0, NULL, &size));
  printf(" %zu\n", size);
  const struct setup with = make_setup();
  launch(&with, make_fill(&with, 64, 1), 64, 16);
  CHECK(clFinish(with.queue));
  return 0;
}

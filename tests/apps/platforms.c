/* Says what it finds without naming a platform, and of each platform; launches on a context made by type. */
#include "common.h"

static void name_device(const char* how, cl_int code, cl_device_id device) {
  char name[256] = "none";
  if (code == CL_SUCCESS) CHECK(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL));
  printf("%s: %d %s\n", how, code, name);
}

static cl_context by_type(const char* how, const cl_context_properties* properties, cl_device_id* device) {
  cl_int code = 1;
  cl_context context = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, &code);
  if (context != NULL) CHECK(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof *device, device, NULL));
  name_device(how, code, *device);
  return context;
}

int main(void) {
  cl_platform_id platforms[4];
  cl_uint count = 77;
  printf("counted: %d", clGetPlatformIDs(0, NULL, &count));
  printf(" %u", count);
  printf(", wrong: %d", clGetPlatformIDs(0, platforms, NULL));
  printf(" %d", clGetPlatformIDs(0, NULL, NULL));
  const cl_int code = clGetPlatformIDs(4, platforms, &count);
  printf(", got: %d %u\n", code, count);
  char name[256] = "none";
  const cl_int unnamed = clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL);
  printf("no platform: %d %s\n", unnamed, name);
  cl_device_id device = NULL;
  const cl_int found = clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  name_device("its device", found, device);
  cl_context last = by_type("its context", NULL, &device);
  const cl_context_properties sync[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  cl_context other = by_type("its context with properties", sync, &device);
  if (other != NULL) last = other;
  for (cl_uint i = 0; code == CL_SUCCESS && i < count; ++i) {
    CHECK(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
    printf("%u: %s\n", i, name);
    CHECK(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    name_device("its device", 0, device);
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platforms[i], 0};
    last = by_type("its context", properties, &device);
  }
  if (last == NULL) return kNoDevice;
  cl_int made = 1;
  struct setup with = {device, last, clCreateCommandQueue(last, device, 0, &made)};
  CHECK(made);
  launch(&with, make_fill(&with, 64, 1), 64, 16);
  CHECK(clFinish(with.queue));
  return 0;
}

/* A loader without layers and with one driver, the library that PLAIN_LOADER_DRIVER names. Calls go on by the
 * table at which every object of the driver begins (cl_khr_icd). */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default"), used))

/* To the driver of the object that is the first argument. */
#if defined(__x86_64__)
#define GO_ON(offset) __asm__("movq (%%rdi), %%rax\n\tjmp *%c0(%%rax)" ::"i"(offset))
#define BARE __attribute__((naked))
#elif defined(__aarch64__)
#define GO_ON(offset) __asm__("ldr x16, [x0]\n\tldr x16, [x16, %0]\n\tbr x16" ::"i"(offset))
#define BARE __attribute__((naked))
#else
#error "how does a function go on to another one here?"
#endif
#define FORWARD(name)                                   \
  EXPORT BARE void forward_##name(void) __asm__(#name); \
  void forward_##name(void) {                           \
    GO_ON(offsetof(cl_icd_dispatch, name));             \
  }

/* clang-format off */
FORWARD(clGetPlatformInfo) FORWARD(clGetDeviceIDs) FORWARD(clGetDeviceInfo) FORWARD(clCreateSubDevices)
FORWARD(clRetainDevice) FORWARD(clReleaseDevice) FORWARD(clRetainContext) FORWARD(clReleaseContext)
FORWARD(clGetContextInfo) FORWARD(clCreateCommandQueue) FORWARD(clRetainCommandQueue)
FORWARD(clReleaseCommandQueue) FORWARD(clGetCommandQueueInfo) FORWARD(clSetCommandQueueProperty)
FORWARD(clFlush) FORWARD(clFinish) FORWARD(clCreateBuffer) FORWARD(clCreateSubBuffer)
FORWARD(clCreateImage) FORWARD(clCreateImage2D) FORWARD(clCreateImage3D) FORWARD(clRetainMemObject)
FORWARD(clReleaseMemObject) FORWARD(clSetMemObjectDestructorCallback) FORWARD(clGetMemObjectInfo)
FORWARD(clGetImageInfo) FORWARD(clGetSupportedImageFormats) FORWARD(clCreateSampler)
FORWARD(clRetainSampler) FORWARD(clReleaseSampler) FORWARD(clGetSamplerInfo)
FORWARD(clCreateProgramWithSource) FORWARD(clCreateProgramWithBinary)
FORWARD(clCreateProgramWithBuiltInKernels) FORWARD(clRetainProgram) FORWARD(clReleaseProgram)
FORWARD(clBuildProgram) FORWARD(clCompileProgram) FORWARD(clLinkProgram)
FORWARD(clUnloadPlatformCompiler) FORWARD(clGetProgramInfo) FORWARD(clGetProgramBuildInfo)
FORWARD(clCreateKernel) FORWARD(clCreateKernelsInProgram) FORWARD(clRetainKernel)
FORWARD(clReleaseKernel) FORWARD(clSetKernelArg) FORWARD(clGetKernelInfo) FORWARD(clGetKernelArgInfo)
FORWARD(clGetKernelWorkGroupInfo) FORWARD(clEnqueueNDRangeKernel) FORWARD(clEnqueueTask)
FORWARD(clEnqueueNativeKernel) FORWARD(clEnqueueReadBuffer) FORWARD(clEnqueueReadBufferRect)
FORWARD(clEnqueueWriteBuffer) FORWARD(clEnqueueWriteBufferRect) FORWARD(clEnqueueFillBuffer)
FORWARD(clEnqueueCopyBuffer) FORWARD(clEnqueueCopyBufferRect) FORWARD(clEnqueueCopyImageToBuffer)
FORWARD(clEnqueueCopyBufferToImage) FORWARD(clEnqueueReadImage) FORWARD(clEnqueueWriteImage)
FORWARD(clEnqueueFillImage) FORWARD(clEnqueueCopyImage) FORWARD(clEnqueueMapBuffer)
FORWARD(clEnqueueMapImage) FORWARD(clEnqueueUnmapMemObject) FORWARD(clEnqueueMigrateMemObjects)
FORWARD(clCreateUserEvent) FORWARD(clSetUserEventStatus) FORWARD(clRetainEvent) FORWARD(clReleaseEvent)
FORWARD(clSetEventCallback) FORWARD(clGetEventInfo) FORWARD(clGetEventProfilingInfo)
FORWARD(clEnqueueMarkerWithWaitList) FORWARD(clEnqueueBarrierWithWaitList) FORWARD(clEnqueueMarker)
FORWARD(clEnqueueWaitForEvents) FORWARD(clEnqueueBarrier)
FORWARD(clGetExtensionFunctionAddressForPlatform)
/* clang-format on */

#define TABLE(object) (*(const cl_icd_dispatch**)(object))

                                                                        static cl_platform_id platforms[8];
static cl_uint platform_count;

static void find_platforms(void) {
  const char* path = getenv("PLAIN_LOADER_DRIVER");
  void* driver = path == NULL ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* found = driver == NULL ? NULL : dlsym(driver, "clGetExtensionFunctionAddress");
  void* (*get_address)(const char*) = NULL;
  cl_int (*get_platforms)(cl_uint, cl_platform_id*, cl_uint*) = NULL;
  if (found == NULL) return;
  memcpy(&get_address, &found, sizeof found);
  found = get_address("clIcdGetPlatformIDsKHR");
  memcpy(&get_platforms, &found, sizeof found);
  if (found == NULL || get_platforms(8, platforms, &platform_count) != CL_SUCCESS) platform_count = 0;
}

EXPORT cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* found, cl_uint* count) {
  if (platform_count == 0) find_platforms();
  for (cl_uint i = 0; found != NULL && i < room && i < platform_count; ++i) found[i] = platforms[i];
  if (count != NULL) *count = platform_count;
  return platform_count == 0 ? -1001 : CL_SUCCESS;
}

EXPORT cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                                  const cl_device_id* devices,
                                  void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                  void* data, cl_int* errcode_ret) {
  return TABLE(devices[0])->clCreateContext(properties, count, devices, notify, data, errcode_ret);
}

EXPORT cl_context clCreateContextFromType(const cl_context_properties* properties, cl_device_type type,
                                          void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                          void* data, cl_int* errcode_ret) {
  return TABLE(platforms[0])->clCreateContextFromType(properties, type, notify, data, errcode_ret);
}

EXPORT cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  return TABLE(events[0])->clWaitForEvents(count, events);
}

EXPORT void* clGetExtensionFunctionAddress(const char* name) {
  return TABLE(platforms[0])->clGetExtensionFunctionAddress(name);
}

/* Whether dlsym() takes this library for who calls it, which was opened for nobody else. */
EXPORT int plain_loader_finds_itself(void) {
  return dlsym(RTLD_DEFAULT, "plain_loader_finds_itself") == (void*)&plain_loader_finds_itself;
}

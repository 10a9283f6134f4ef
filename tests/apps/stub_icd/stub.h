/* A vendor driver for tests: one platform, one device, launches that do nothing.
 *
 * Environment:
 *   LAUNCHPROOF_STUB_DEVICES=0        the platform has no device
 *   LAUNCHPROOF_STUB_PLATFORMS=2      there is a second platform, with a device of its own
 *   LAUNCHPROOF_STUB_LAUNCH=error     every launch returns CL_OUT_OF_RESOURCES
 *   LAUNCHPROOF_STUB_LAUNCH=error-once  the first launch returns CL_OUT_OF_RESOURCES
 *   LAUNCHPROOF_STUB_EVENTS=stall     no command ever completes
 *   LAUNCHPROOF_STUB_CALLBACK=here    callbacks of events are called in the thread that registers them or
 * sets a user event, else in one of the driver's LAUNCHPROOF_STUB_CALLBACK=error   events for which callbacks
 * are registered have failed LAUNCHPROOF_STUB_COPY=refuse      copies of buffers are refused with
 * CL_OUT_OF_RESOURCES LAUNCHPROOF_STUB_COPY=fail        copies of buffers fail when they run
 *   LAUNCHPROOF_STUB_LAUNCH=kill      the process kills itself with SIGKILL inside a launch
 *   LAUNCHPROOF_STUB_LAUNCH=crash     the process dies of SIGSEGV inside a launch
 *   LAUNCHPROOF_STUB_LAUNCH_AT=N      do that at launch number N (from 1; default 1) and after it
 *   LAUNCHPROOF_STUB_BUILD=error      every build fails
 *   LAUNCHPROOF_STUB_BINARY=same      all programs have the same binary, else "binary:" and the source
 *   LAUNCHPROOF_STUB_SUB_GROUPS=N     groups are divided into sub-groups of N work-items
 *   LAUNCHPROOF_STUB_LOCAL_SIZE=N     what it says to choose for a local size that is left to it, in each
 * dimension LAUNCHPROOF_STUB_VERSION=2.0      the device's version of OpenCL, with cl_khr_subgroups; it
 * is 3.0 else LAUNCHPROOF_STUB_DRIVER=TEXT      the driver's version
 *   LAUNCHPROOF_STUB_VERSION=2.0      the device's version of OpenCL, with cl_khr_subgroups; it is 3.0 else
 *   LAUNCHPROOF_STUB_DRIVER=TEXT      the driver's version
 *   LAUNCHPROOF_STUB_HANDLES=strict   handles that are no objects of the right type are refused
 */
#ifndef LAUNCHPROOF_STUB_H
#define LAUNCHPROOF_STUB_H

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The loader reads the first member of every object. */
#define STUB_HEADER                \
  const cl_icd_dispatch* dispatch; \
  atomic_uint references;          \
  size_t object_bytes

struct _cl_platform_id {
  STUB_HEADER;
};
struct _cl_device_id {
  STUB_HEADER;
};
struct _cl_context {
  STUB_HEADER;
  cl_device_id device;
};
struct _cl_command_queue {
  STUB_HEADER;
  cl_device_id device;
  cl_context context;
  cl_command_queue_properties properties;
};
struct _cl_event {
  STUB_HEADER;
  cl_int error;
  int is_open; /* a user event that was not set */
  void(CL_CALLBACK* notify)(cl_event, cl_int, void*);
  void* data;
  cl_int notified; /* the status at which it is called */
};
struct _cl_sampler {
  STUB_HEADER;
};
struct _cl_mem {
  STUB_HEADER;
  size_t bytes;
  size_t origin;
  cl_mem parent;
  cl_mem_flags flags;
  void* data;
};
struct _cl_program {
  STUB_HEADER;
  char* source;
  cl_device_id device;
  cl_build_status status;
  int has_argument_info;
  int is_from_binary;
};
struct _cl_kernel {
  STUB_HEADER;
  cl_program program;
  char name[64];
};

struct _cl_command_buffer_khr {
  STUB_HEADER;
  int is_final;
};

/* clUpdateMutableCommandsKHR, in whatever version of its extension LAUNCHPROOF_STUB_MUTABLE names: "0.9.1",
 * "0.9.3", or "?" for a device that does not say. Without it the function refuses. */
cl_int stub_update_commands(cl_command_buffer_khr buffer, size_t first, const void* second,
                            const void* third);

/* Functions that the stub lacks give CL_INVALID_OPERATION. */
extern cl_icd_dispatch stub_dispatch;
/* Each platform has the device of its number. */
extern struct _cl_platform_id stub_platforms[2];
extern struct _cl_device_id stub_devices[2];

/* Puts functions into the table that look at handles, if asked to. */
void stub_know_handles(void);

/* A zeroed object of `bytes` with one reference. */
void* stub_new(size_t bytes);
cl_int stub_retain(void* object);
/* Frees the object with its last reference. */
cl_int stub_release(void* object);
/* Answers a clGet*Info query. */
cl_int stub_answer(const void* value, size_t bytes, size_t size, void* destination, size_t* size_ret);
void stub_set(cl_int* errcode_ret, cl_int code);

/* Written in the other files, named by the dispatch table. */
#define STUB_DECLARE(name) extern __typeof__(name) stub_##name;
/* The formatter would move entries at every pass. */
/* clang-format off */
#define STUB_FUNCTIONS(X)                                                                                    \
  X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo) X(clCreateContext)           \
  X(clCreateContextFromType) X(clRetainContext) X(clReleaseContext) X(clGetContextInfo)                      \
  X(clCreateCommandQueue) X(clCreateCommandQueueWithProperties) X(clRetainCommandQueue)                      \
  X(clReleaseCommandQueue) X(clGetCommandQueueInfo) X(clCreateBuffer) X(clCreateBufferWithProperties)        \
  X(clCreateSubBuffer) X(clCreateImage) X(clCreateImage2D) X(clRetainMemObject) X(clReleaseMemObject)        \
  X(clGetMemObjectInfo) X(clCreateSampler) X(clRetainSampler) X(clReleaseSampler) X(clSVMAlloc)              \
  X(clSVMFree) X(clSetKernelArgSVMPointer) X(clCreateProgramWithSource) X(clCreateProgramWithBinary)         \
  X(clCreateProgramWithIL) X(clSetProgramSpecializationConstant) X(clRetainProgram) X(clReleaseProgram) X(clBuildProgram) X(clCompileProgram)      \
  X(clLinkProgram) X(clGetProgramInfo) X(clGetProgramBuildInfo) X(clCreateKernel)                            \
  X(clCreateKernelsInProgram) X(clCloneKernel) X(clRetainKernel) X(clReleaseKernel) X(clSetKernelArg)        \
  X(clGetKernelInfo) X(clGetKernelArgInfo) X(clGetKernelWorkGroupInfo) X(clEnqueueNDRangeKernel)             \
  X(clGetKernelSubGroupInfo)                                                   \
  X(clEnqueueTask) X(clEnqueueNativeKernel) X(clEnqueueReadBuffer) X(clEnqueueCopyBuffer) X(clEnqueueWriteBuffer)                     \
  X(clWaitForEvents) X(clGetEventInfo) X(clEnqueueMarkerWithWaitList) X(clRetainEvent) X(clReleaseEvent)     \
  X(clCreateUserEvent) X(clFlush) X(clFinish) X(clGetExtensionFunctionAddress)                               \
  X(clGetExtensionFunctionAddressForPlatform) X(clCreateImageWithProperties) X(clCreateImage3D)              \
  X(clCreatePipe) X(clCreateFromGLBuffer) X(clCreateFromGLTexture) X(clCreateFromGLTexture2D)                \
  X(clCreateFromGLTexture3D) X(clCreateFromGLRenderbuffer) X(clCreateFromEGLImageKHR)                        \
  X(clCreateSamplerWithProperties) X(clCreateProgramWithBuiltInKernels) X(clCreateEventFromGLsyncKHR)        \
  X(clCreateEventFromEGLSyncKHR) X(clEnqueueMapBuffer) X(clEnqueueMapImage) X(clEnqueueUnmapMemObject)       \
  X(clEnqueueSVMFree) X(clSetKernelExecInfo) X(clEnqueueBarrierWithWaitList) X(clEnqueueMarker)              \
  X(clEnqueueBarrier) X(clEnqueueWaitForEvents) X(clEnqueueFillBuffer) X(clSetUserEventStatus)\
  X(clSetEventCallback)
/* clang-format on */
STUB_FUNCTIONS(STUB_DECLARE)

/* Found by name: extensions', and some of the API itself. */
/* clang-format off */
#define STUB_FUNCTIONS_BY_NAME(X)                                                                            \
  X(clCreateCommandBufferKHR) X(clRetainCommandBufferKHR) X(clReleaseCommandBufferKHR)                       \
  X(clFinalizeCommandBufferKHR) X(clCommandNDRangeKernelKHR) X(clCommandFillBufferKHR)                       \
  X(clHostMemAllocINTEL) X(clDeviceMemAllocINTEL) X(clSharedMemAllocINTEL) X(clMemFreeINTEL)                 \
  X(clMemBlockingFreeINTEL) X(clSetKernelArgMemPointerINTEL) X(clEnqueueMemcpyINTEL)                         \
  X(clEnqueueCommandBufferKHR) X(clEnqueueNDRangeKernel) X(clSetKernelArg)                                    \
  X(clGetKernelSuggestedLocalWorkSizeKHR)
/* clang-format on */
STUB_FUNCTIONS_BY_NAME(STUB_DECLARE)

#endif

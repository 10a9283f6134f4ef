// Calls the functions for platforms, devices and contexts.
#include "call.h"

namespace conformance {
namespace {

void ask_platform(const Setup& with) {
  for (const cl_platform_info name : {CL_PLATFORM_PROFILE, CL_PLATFORM_VERSION, CL_PLATFORM_NAME,
                                      CL_PLATFORM_VENDOR, CL_PLATFORM_EXTENSIONS, 0xBAD})
    ANSWER(clGetPlatformInfo, name, Bytes, with.platform);
}

void ask_device(const Setup& with) {
  for (const cl_device_info name : {CL_DEVICE_TYPE,
                                    CL_DEVICE_VENDOR_ID,
                                    CL_DEVICE_MAX_COMPUTE_UNITS,
                                    CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
                                    CL_DEVICE_MAX_WORK_GROUP_SIZE,
                                    CL_DEVICE_MAX_WORK_ITEM_SIZES,
                                    CL_DEVICE_ADDRESS_BITS,
                                    CL_DEVICE_LOCAL_MEM_SIZE,
                                    CL_DEVICE_IMAGE_SUPPORT,
                                    CL_DEVICE_AVAILABLE,
                                    CL_DEVICE_NAME,
                                    CL_DEVICE_VENDOR,
                                    CL_DRIVER_VERSION,
                                    CL_DEVICE_PROFILE,
                                    CL_DEVICE_VERSION,
                                    CL_DEVICE_OPENCL_C_VERSION,
                                    CL_DEVICE_EXTENSIONS,
                                    CL_DEVICE_SVM_CAPABILITIES,
                                    CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
                                    CL_DEVICE_IL_VERSION,
                                    CL_DEVICE_MAX_NUM_SUB_GROUPS,
                                    CL_DEVICE_OPENCL_C_FEATURES,
                                    0xBAD})
    ANSWER(clGetDeviceInfo, name, Bytes, with.device);
  ANSWER(clGetDeviceInfo, CL_DEVICE_PLATFORM, Size, with.device);
  CALL(clGetDeviceInfo, nullptr, CL_DEVICE_NAME, 0, nullptr, nullptr);
}

void divide_device(const Setup& with) {
  cl_uint count = 0;
  const cl_device_partition_property wrong[] = {0xBAD, 0};
  CALL(clCreateSubDevices, with.device, wrong, 0, nullptr, &count);
  CALL(clCreateSubDevices, nullptr, wrong, 0, nullptr, &count);
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  if (CALL(clCreateSubDevices, with.device, counts, 1, &part, &count) == CL_SUCCESS) {
    std::printf("sub-devices: %u\n", count);
    ANSWER(clGetDeviceInfo, CL_DEVICE_MAX_COMPUTE_UNITS, Bytes, part);
    CALL(clRetainDevice, part);
    CALL(clReleaseDevice, part);
    CALL(clReleaseDevice, part);
  }
  CALL(clRetainDevice, with.device);
  CALL(clReleaseDevice, with.device);
  CALL(clRetainDevice, nullptr);
  CALL(clReleaseDevice, nullptr);
}

void ask_time(const Setup& with) {
  cl_ulong device_time = 0, host_time = 0;
  CALL(clGetDeviceAndHostTimer, with.device, &device_time, &host_time);
  CALL(clGetHostTimer, with.device, &host_time);
  CALL(clGetDeviceAndHostTimer, nullptr, &device_time, &host_time);
  CALL(clGetHostTimer, nullptr, &host_time);
}

void CL_CALLBACK ignore_error(const char*, const void*, std::size_t, void*) {}

void CL_CALLBACK say_end(cl_context, void* text) {
  std::printf("%s\n", static_cast<const char*>(text));
}

void make_contexts(Setup& with) {
  MAKE(clCreateContext, nullptr, 0, nullptr, nullptr, nullptr);
  const cl_context_properties wrong[] = {0xBAD, 1, 0};
  MAKE(clCreateContext, with.is_complete ? nullptr : wrong, 1, &with.device, nullptr, nullptr);
  const auto of_platform = reinterpret_cast<cl_context_properties>(with.platform);
  const cl_context_properties right[] = {CL_CONTEXT_PLATFORM, of_platform, 0};
  with.context = MAKE(clCreateContext, right, 1, &with.device, ignore_error, nullptr);
  MAKE(clCreateContextFromType, right, CL_DEVICE_TYPE_CUSTOM, nullptr, nullptr);
  cl_context other = MAKE(clCreateContextFromType, right, CL_DEVICE_TYPE_DEFAULT, nullptr, nullptr);
  static char ended[] = "the context ended";
  CALL(clSetContextDestructorCallback, other, say_end, ended);
  CALL(clSetContextDestructorCallback, nullptr, say_end, ended);
  CALL(clSetContextDestructorCallback, other, nullptr, nullptr);
  CALL(clRetainContext, other);
  ANSWER(clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT, Bytes, other);
  ANSWER(clGetContextInfo, CL_CONTEXT_NUM_DEVICES, Bytes, other);
  ANSWER(clGetContextInfo, CL_CONTEXT_DEVICES, Size, other);
  ANSWER(clGetContextInfo, CL_CONTEXT_PROPERTIES, Size, other);
  ANSWER(clGetContextInfo, 0xBAD, Bytes, other);
  CALL(clGetContextInfo, nullptr, CL_CONTEXT_DEVICES, 0, nullptr, nullptr);
  CALL(clReleaseContext, other);
  CALL(clReleaseContext, other);
  CALL(clRetainContext, nullptr);
  CALL(clReleaseContext, nullptr);
}

}  // namespace

void platforms(Setup& with) {
  cl_uint count = 0;
  CALL(clGetPlatformIDs, 0, nullptr, nullptr);
  CALL(clGetPlatformIDs, 0, nullptr, &count);
  std::printf("platforms: %u\n", count);
  if (CALL(clGetPlatformIDs, 1, &with.platform, nullptr) != CL_SUCCESS) return;
  ask_platform(with);
  CALL(clGetDeviceIDs, with.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  CALL(clGetDeviceIDs, with.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr);
  CALL(clGetDeviceIDs, with.platform, CL_DEVICE_TYPE_CUSTOM, 1, &with.device, nullptr);
  CALL(clGetDeviceIDs, with.platform, 0, 1, &with.device, nullptr);
  if (CALL(clGetDeviceIDs, with.platform, CL_DEVICE_TYPE_DEFAULT, 1, &with.device, &count) != CL_SUCCESS)
    return;
  ask_device(with);
  divide_device(with);
  ask_time(with);
  make_contexts(with);
  if (with.context == nullptr) return;
  with.queue = MAKE(clCreateCommandQueue, with.context, with.device, CL_QUEUE_PROFILING_ENABLE);
}

void end(Setup& with) {
  CALL(clUnloadPlatformCompiler, with.platform);
  CALL(clUnloadPlatformCompiler, nullptr);
  CALL(clUnloadCompiler);
  CALL(clFinish, with.queue);
  CALL(clReleaseProgram, with.program);
  CALL(clReleaseCommandQueue, with.queue);
  CALL(clReleaseContext, with.context);
}

}  // namespace conformance

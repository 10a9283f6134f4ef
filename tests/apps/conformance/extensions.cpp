// Calls functions that an application looks up by name: command-buffer functions, and some core API
// functions.
#include "call.h"

namespace conformance {
namespace {

// Returns the driver's function with this name. The template argument is the function's declared type, or a
// pointer to it.
template <class Function>
Function* by_name(const Setup& with, const char* name) {
  void* const found = clGetExtensionFunctionAddressForPlatform(with.platform, name);
  std::printf("the driver %s %s\n", found == nullptr ? "lacks" : "has", name);
  return reinterpret_cast<Function*>(found);
}

#define BY_NAME(function) by_name<std::remove_pointer_t<function##_fn>>(with, #function)
#define CALL_OF(names, function, ...) \
  ((names).function == nullptr ? CL_INVALID_OPERATION : called(#function, (names).function(__VA_ARGS__)))

// The functions of cl_khr_command_buffer and cl_khr_command_buffer_mutable_dispatch.
struct CommandBuffers {
  explicit CommandBuffers(const Setup& with)
#define FOUND(function) function(BY_NAME(function))
      : FOUND(clCreateCommandBufferKHR),
        FOUND(clRetainCommandBufferKHR),
        FOUND(clReleaseCommandBufferKHR),
        FOUND(clFinalizeCommandBufferKHR),
        FOUND(clEnqueueCommandBufferKHR),
        FOUND(clCommandNDRangeKernelKHR),
        FOUND(clCommandCopyBufferKHR),
        FOUND(clCommandCopyBufferRectKHR),
        FOUND(clCommandCopyBufferToImageKHR),
        FOUND(clCommandCopyImageKHR),
        FOUND(clCommandCopyImageToBufferKHR),
        FOUND(clCommandFillBufferKHR),
        FOUND(clCommandFillImageKHR),
        FOUND(clCommandBarrierWithWaitListKHR),
        FOUND(clGetCommandBufferInfoKHR),
        FOUND(clGetMutableCommandInfoKHR),
        FOUND(clUpdateMutableCommandsKHR) {
  }
#undef FOUND
  clCreateCommandBufferKHR_fn clCreateCommandBufferKHR;
  clRetainCommandBufferKHR_fn clRetainCommandBufferKHR;
  clReleaseCommandBufferKHR_fn clReleaseCommandBufferKHR;
  clFinalizeCommandBufferKHR_fn clFinalizeCommandBufferKHR;
  clEnqueueCommandBufferKHR_fn clEnqueueCommandBufferKHR;
  clCommandNDRangeKernelKHR_fn clCommandNDRangeKernelKHR;
  clCommandCopyBufferKHR_fn clCommandCopyBufferKHR;
  clCommandCopyBufferRectKHR_fn clCommandCopyBufferRectKHR;
  clCommandCopyBufferToImageKHR_fn clCommandCopyBufferToImageKHR;
  clCommandCopyImageKHR_fn clCommandCopyImageKHR;
  clCommandCopyImageToBufferKHR_fn clCommandCopyImageToBufferKHR;
  clCommandFillBufferKHR_fn clCommandFillBufferKHR;
  clCommandFillImageKHR_fn clCommandFillImageKHR;
  clCommandBarrierWithWaitListKHR_fn clCommandBarrierWithWaitListKHR;
  clGetCommandBufferInfoKHR_fn clGetCommandBufferInfoKHR;
  clGetMutableCommandInfoKHR_fn clGetMutableCommandInfoKHR;
  clUpdateMutableCommandsKHR_fn clUpdateMutableCommandsKHR;
};

struct Objects {
  cl_mem a, b, image;
  cl_kernel kernel;
};

void set_commands_down(const CommandBuffers& api, const Objects& objects, cl_command_buffer_khr buffer) {
  const cl_int pattern = 9;
  const std::size_t bytes = kItems * sizeof(cl_int), origin[] = {0, 0, 0}, region[] = {16, 2, 1};
  cl_sync_point_khr point = 0;
  CALL_OF(api, clCommandFillBufferKHR, buffer, nullptr, objects.a, &pattern, sizeof pattern, 0, bytes, 0,
          nullptr, &point, nullptr);
  CALL_OF(api, clCommandBarrierWithWaitListKHR, buffer, nullptr, 0, nullptr, &point, nullptr);
  CALL_OF(api, clCommandNDRangeKernelKHR, buffer, nullptr, nullptr, objects.kernel, 1, nullptr, &kItems,
          nullptr, 0, nullptr, &point, nullptr);
  CALL_OF(api, clCommandCopyBufferKHR, buffer, nullptr, objects.a, objects.b, 0, 64, 64, 1, &point, nullptr,
          nullptr);
  CALL_OF(api, clCommandCopyBufferRectKHR, buffer, nullptr, objects.a, objects.b, origin, origin, region, 32,
          0, 16, 0, 0, nullptr, nullptr, nullptr);
}

// PoCL 3.1 accepts these commands when they are recorded, and fails when it executes them.
void set_image_commands_down(const CommandBuffers& api, const Objects& objects,
                             cl_command_buffer_khr buffer) {
  const std::size_t origin[] = {0, 0, 0}, region[] = {2, 2, 1};
  const cl_float color[4] = {1, 2, 3, 4};
  CALL_OF(api, clCommandFillImageKHR, buffer, nullptr, objects.image, color, origin, region, 0, nullptr,
          nullptr, nullptr);
  CALL_OF(api, clCommandCopyImageKHR, buffer, nullptr, objects.image, objects.image, origin, origin, region,
          0, nullptr, nullptr, nullptr);
  CALL_OF(api, clCommandCopyImageToBufferKHR, buffer, nullptr, objects.image, objects.b, origin, region, 0, 0,
          nullptr, nullptr, nullptr);
  CALL_OF(api, clCommandCopyBufferToImageKHR, buffer, nullptr, objects.b, objects.image, 0, origin, region, 0,
          nullptr, nullptr, nullptr);
}

void ask_command_buffer(const CommandBuffers& api, cl_command_buffer_khr buffer) {
  if (api.clGetCommandBufferInfoKHR == nullptr) return;
  const auto clGetCommandBufferInfoKHR = api.clGetCommandBufferInfoKHR;
  for (const cl_command_buffer_info_khr name :
       {CL_COMMAND_BUFFER_NUM_QUEUES_KHR, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, CL_COMMAND_BUFFER_STATE_KHR,
        0xBAD})
    ANSWER(clGetCommandBufferInfoKHR, name, Bytes, buffer);
}

void command_buffers(const Setup& with, const Objects& objects) {
  const CommandBuffers api(with);
  if (api.clCreateCommandBufferKHR == nullptr) return;
  cl_command_queue queue = with.queue;
  const auto create = [&](cl_uint count) {
    return made("clCreateCommandBufferKHR",
                [&](cl_int* code) { return api.clCreateCommandBufferKHR(count, &queue, nullptr, code); });
  };
  if (with.is_complete) create(0);
  cl_command_buffer_khr buffer = create(1);
  if (buffer == nullptr) return;
  set_commands_down(api, objects, buffer);
  if (with.is_complete) set_image_commands_down(api, objects, buffer);
  if (with.is_complete)
    CALL_OF(api, clEnqueueCommandBufferKHR, 0, nullptr, buffer, 0, nullptr, nullptr);  // too early
  CALL_OF(api, clFinalizeCommandBufferKHR, buffer);
  CALL_OF(api, clRetainCommandBufferKHR, buffer);
  ask_command_buffer(api, buffer);
  CALL_OF(api, clReleaseCommandBufferKHR, buffer);
  CALL_OF(api, clEnqueueCommandBufferKHR, 0, nullptr, buffer, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
  CALL_OF(api, clGetMutableCommandInfoKHR, nullptr, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, 0, nullptr,
          nullptr);
  CALL_OF(api, clUpdateMutableCommandsKHR, buffer, nullptr);
  CALL_OF(api, clReleaseCommandBufferKHR, buffer);
}

// Calls the functions of cl_intel_unified_shared_memory.
void unified_memory(const Setup& with, cl_kernel kernel) {
  const auto clHostMemAllocINTEL = BY_NAME(clHostMemAllocINTEL);
  if (clHostMemAllocINTEL == nullptr) return;
  const auto clDeviceMemAllocINTEL = BY_NAME(clDeviceMemAllocINTEL);
  const auto clSharedMemAllocINTEL = BY_NAME(clSharedMemAllocINTEL);
  const auto clMemFreeINTEL = BY_NAME(clMemFreeINTEL);
  const auto clMemBlockingFreeINTEL = BY_NAME(clMemBlockingFreeINTEL);
  const auto clSetKernelArgMemPointerINTEL = BY_NAME(clSetKernelArgMemPointerINTEL);
  const auto clEnqueueMemFillINTEL = BY_NAME(clEnqueueMemFillINTEL);
  const auto clEnqueueMemcpyINTEL = BY_NAME(clEnqueueMemcpyINTEL);
  const auto clEnqueueMemAdviseINTEL = BY_NAME(clEnqueueMemAdviseINTEL);
  const auto clEnqueueMigrateMemINTEL = BY_NAME(clEnqueueMigrateMemINTEL);
  const auto clGetMemAllocInfoINTEL = BY_NAME(clGetMemAllocInfoINTEL);
  const cl_int pattern = 4;
  MAKE(clHostMemAllocINTEL, with.context, nullptr, 0, 0);
  void* const host = MAKE(clHostMemAllocINTEL, with.context, nullptr, 64, 0);
  void* const device = MAKE(clDeviceMemAllocINTEL, with.context, with.device, nullptr, 64, 0);
  void* const shared = MAKE(clSharedMemAllocINTEL, with.context, with.device, nullptr, 64, 0);
  CALL(clSetKernelArgMemPointerINTEL, kernel, 0, shared);
  CALL(clSetKernelArgMemPointerINTEL, kernel, 99, shared);
  CALL(clEnqueueNDRangeKernel, with.queue, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueMemFillINTEL, with.queue, device, &pattern, sizeof pattern, 64, 0, nullptr, nullptr);
  CALL(clEnqueueMemcpyINTEL, with.queue, CL_TRUE, device, host, 64, 0, nullptr, nullptr);
  CALL(clEnqueueMemcpyINTEL, with.queue, CL_TRUE, nullptr, host, 64, 0, nullptr, nullptr);
  CALL(clEnqueueMemAdviseINTEL, with.queue, device, 64, 0, 0, nullptr, nullptr);
  CALL(clEnqueueMigrateMemINTEL, with.queue, device, 64, 0, 0, nullptr, nullptr);
  CALL(clGetMemAllocInfoINTEL, with.context, device, CL_MEM_ALLOC_SIZE_INTEL, 0, nullptr, nullptr);
  CALL(clMemFreeINTEL, with.context, host);
  CALL(clMemFreeINTEL, with.context, nullptr);
  CALL(clMemBlockingFreeINTEL, with.context, device);
  CALL(clMemFreeINTEL, with.context, shared);
}

void queue_by_name(const Setup& with) {
  const auto clCreateCommandQueueWithPropertiesKHR = BY_NAME(clCreateCommandQueueWithPropertiesKHR);
  if (clCreateCommandQueueWithPropertiesKHR == nullptr) return;
  cl_command_queue queue = MAKE(clCreateCommandQueueWithPropertiesKHR, with.context, with.device, nullptr);
  if (queue != nullptr) CALL(clReleaseCommandQueue, queue);
}

void show_ints(const Setup& with, cl_mem buffer) {
  std::vector<cl_int> values(kItems);
  clEnqueueReadBuffer(with.queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_int), values.data(), 0, nullptr,
                      nullptr);
  contents("command buffer", values.data(), kItems * sizeof(cl_int));
}

}  // namespace

void extensions(const Setup& with) {
  CALL(clGetExtensionFunctionAddress, "clNoSuchFunctionKHR");
  CALL(clGetExtensionFunctionAddressForPlatform, with.platform, "clNoSuchFunctionKHR");
  CALL(clGetExtensionFunctionAddressForPlatform, nullptr, "clCreateCommandBufferKHR");
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  cl_int code = kNoCode;
  const Objects objects{make_ints(with), make_ints(with),
                        clCreateImage(with.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code),
                        make_kernel(with, "one")};
  CALL(clSetKernelArg, objects.kernel, 0, sizeof(cl_mem), static_cast<const void*>(&objects.a));
  command_buffers(with, objects);
  unified_memory(with, objects.kernel);
  queue_by_name(with);
  show_ints(with, objects.a);
  show_ints(with, objects.b);
  CALL(clReleaseKernel, objects.kernel);
  for (cl_mem memory : {objects.a, objects.b, objects.image}) CALL(clReleaseMemObject, memory);
}

}  // namespace conformance

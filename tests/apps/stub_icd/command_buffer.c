/* Command buffers, whose commands do nothing. */
#include "stub.h"

/* `error` of LAUNCHPROOF_STUB_LAUNCH holds for the enqueue of a command buffer too. */
static int fails(void) {
  const char* wanted = getenv("LAUNCHPROOF_STUB_LAUNCH");
  return wanted != NULL && strcmp(wanted, "error") == 0;
}

cl_command_buffer_khr stub_clCreateCommandBufferKHR(cl_uint count, const cl_command_queue* queues,
                                                    const cl_command_buffer_properties_khr* properties,
                                                    cl_int* errcode_ret) {
  (void)properties;
  const int is_valid = count == 1 && queues != NULL;
  stub_set(errcode_ret, is_valid ? CL_SUCCESS : CL_INVALID_VALUE);
  return is_valid ? stub_new(sizeof(struct _cl_command_buffer_khr)) : NULL;
}

cl_int stub_clRetainCommandBufferKHR(cl_command_buffer_khr buffer) {
  return buffer == NULL ? CL_INVALID_COMMAND_BUFFER_KHR : stub_retain(buffer);
}

cl_int stub_clReleaseCommandBufferKHR(cl_command_buffer_khr buffer) {
  return buffer == NULL ? CL_INVALID_COMMAND_BUFFER_KHR : stub_release(buffer);
}

cl_int stub_clFinalizeCommandBufferKHR(cl_command_buffer_khr buffer) {
  if (buffer == NULL) return CL_INVALID_COMMAND_BUFFER_KHR;
  if (buffer->is_final) return CL_INVALID_OPERATION;
  buffer->is_final = 1;
  return CL_SUCCESS;
}

static cl_int command(cl_command_buffer_khr buffer, cl_sync_point_khr* sync_point) {
  if (buffer == NULL) return CL_INVALID_COMMAND_BUFFER_KHR;
  if (buffer->is_final) return CL_INVALID_OPERATION;
  if (sync_point != NULL) *sync_point = 1;
  return CL_SUCCESS;
}

cl_int stub_clCommandNDRangeKernelKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                      const cl_ndrange_kernel_command_properties_khr* properties,
                                      cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                      const size_t* global, const size_t* local, cl_uint wait_count,
                                      const cl_sync_point_khr* wait, cl_sync_point_khr* sync_point,
                                      cl_mutable_command_khr* handle) {
  static size_t handles = 0x1000;
  (void)queue, (void)properties, (void)offset, (void)local, (void)wait_count, (void)wait;
  if (kernel == NULL) return CL_INVALID_KERNEL;
  if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
  if (global == NULL) return CL_INVALID_GLOBAL_WORK_SIZE;
  const cl_int code = command(buffer, sync_point);
  if (code == CL_SUCCESS && handle != NULL) *handle = (cl_mutable_command_khr)(handles += 16);
  return code;
}

cl_int stub_update_commands(cl_command_buffer_khr buffer, size_t first, const void* second,
                            const void* third) {
  const char* version = getenv("LAUNCHPROOF_STUB_MUTABLE");
  if (version == NULL) return CL_INVALID_OPERATION;
  if (buffer == NULL) return CL_INVALID_COMMAND_BUFFER_KHR;
  if (strcmp(version, "0.9.3") != 0) return first == 0 ? CL_INVALID_VALUE : CL_SUCCESS;
  return first == 0 || second == NULL || third == NULL ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int stub_clCommandFillBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem to,
                                   const void* pattern, size_t pattern_size, size_t offset, size_t size,
                                   cl_uint wait_count, const cl_sync_point_khr* wait,
                                   cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  (void)queue, (void)pattern, (void)pattern_size, (void)offset, (void)size, (void)wait_count, (void)wait,
      (void)handle;
  return to == NULL ? CL_INVALID_MEM_OBJECT : command(buffer, sync_point);
}

cl_int stub_clEnqueueCommandBufferKHR(cl_uint count, cl_command_queue* queues, cl_command_buffer_khr buffer,
                                      cl_uint wait_count, const cl_event* wait, cl_event* event) {
  (void)count, (void)queues, (void)wait_count, (void)wait;
  if (buffer == NULL) return CL_INVALID_COMMAND_BUFFER_KHR;
  if (!buffer->is_final) return CL_INVALID_OPERATION;
  if (fails()) return CL_OUT_OF_RESOURCES;
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

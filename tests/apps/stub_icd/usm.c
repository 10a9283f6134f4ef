/* Unified shared memory, which is the host's. */
#include "stub.h"

void* stub_clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel* properties, size_t size,
                               cl_uint alignment, cl_int* errcode_ret) {
  (void)context, (void)properties, (void)alignment;
  stub_set(errcode_ret, size == 0 ? CL_INVALID_BUFFER_SIZE : CL_SUCCESS);
  return size == 0 ? NULL : malloc(size); /* As clSVMAlloc: what was freed last comes back. */
}

void* stub_clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                 const cl_mem_properties_intel* properties, size_t size, cl_uint alignment,
                                 cl_int* errcode_ret) {
  (void)device;
  return stub_clHostMemAllocINTEL(context, properties, size, alignment, errcode_ret);
}

void* stub_clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                 const cl_mem_properties_intel* properties, size_t size, cl_uint alignment,
                                 cl_int* errcode_ret) {
  (void)device;
  return stub_clHostMemAllocINTEL(context, properties, size, alignment, errcode_ret);
}

cl_int stub_clMemFreeINTEL(cl_context context, void* pointer) {
  (void)context;
  if (pointer == NULL) return CL_INVALID_VALUE;
  free(pointer);
  return CL_SUCCESS;
}

cl_int stub_clMemBlockingFreeINTEL(cl_context context, void* pointer) {
  return stub_clMemFreeINTEL(context, pointer);
}

cl_int stub_clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint index, const void* value) {
  return stub_clSetKernelArgSVMPointer(kernel, index, value);
}

cl_int stub_clEnqueueMemcpyINTEL(cl_command_queue queue, cl_bool blocking, void* to, const void* from,
                                 size_t size, cl_uint wait_count, const cl_event* wait, cl_event* event) {
  (void)queue, (void)blocking, (void)wait_count, (void)wait;
  if (to == NULL || from == NULL) return CL_INVALID_VALUE;
  memmove(to, from, size);
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

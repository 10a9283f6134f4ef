// Unified shared memory (cl_intel_unified_shared_memory), whose functions applications look up by name. Its
// allocations are memory objects like those of shared virtual memory.
#include "shim/opencl/entry/by_name.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/launches.h"
#include "shim/opencl/launches/order.h"

namespace launchproof::shim {
namespace {

void* allocated(void* made, size_t bytes) {
  add_allocation(made, bytes, CL_MEM_READ_WRITE, nullptr);
  return made;
}

// Removed before the call, since another thread may get the address as soon as it is free.
cl_int freed(cl_int (*release)(cl_context, void*), cl_context context, void* pointer) {
  auto removed = remove_allocation(pointer);
  const cl_int code = release(context, pointer);
  if (code != CL_SUCCESS) undo_removal(pointer, std::move(removed));
  return code;
}

}  // namespace

namespace by_name {

void* clHostMemAllocINTEL(decltype(&::clHostMemAllocINTEL) allocate, cl_context context,
                          const cl_mem_properties_intel* properties, size_t bytes, cl_uint alignment,
                          cl_int* errcode_ret) {
  return allocated(allocate(context, properties, bytes, alignment, errcode_ret), bytes);
}

void* clDeviceMemAllocINTEL(decltype(&::clDeviceMemAllocINTEL) allocate, cl_context context,
                            cl_device_id device, const cl_mem_properties_intel* properties, size_t bytes,
                            cl_uint alignment, cl_int* errcode_ret) {
  return allocated(allocate(context, device, properties, bytes, alignment, errcode_ret), bytes);
}

void* clSharedMemAllocINTEL(decltype(&::clSharedMemAllocINTEL) allocate, cl_context context,
                            cl_device_id device, const cl_mem_properties_intel* properties, size_t bytes,
                            cl_uint alignment, cl_int* errcode_ret) {
  return allocated(allocate(context, device, properties, bytes, alignment, errcode_ret), bytes);
}

cl_int clMemFreeINTEL(decltype(&::clMemFreeINTEL) release, cl_context context, void* pointer) {
  return freed(release, context, pointer);
}

cl_int clMemBlockingFreeINTEL(decltype(&::clMemBlockingFreeINTEL) release, cl_context context,
                              void* pointer) {
  return freed(release, context, pointer);
}

cl_int clSetKernelArgMemPointerINTEL(decltype(&::clSetKernelArgMemPointerINTEL) set, cl_kernel handle,
                                     cl_uint index, const void* value) {
  const cl_int code = set(handle, index, value);
  if (code != CL_SUCCESS || index >= kMaximumArguments) return code;
  record([&] {
    if (const auto kernel = known_kernel(handle)) set_pointer(*kernel, index, value);
  });
  return code;
}

cl_int clEnqueueMemFillINTEL(decltype(&::clEnqueueMemFillINTEL) fill, cl_command_queue queue, void* to,
                             const void* pattern, size_t pattern_size, size_t size, cl_uint wait_count,
                             const cl_event* wait, cl_event* event) {
  Ordering order(queue, wait_count, wait, event);
  return order.end(fill(queue, to, pattern, pattern_size, size, wait_count, wait, event));
}

cl_int clEnqueueMemcpyINTEL(decltype(&::clEnqueueMemcpyINTEL) copy, cl_command_queue queue, cl_bool blocking,
                            void* to, const void* from, size_t size, cl_uint wait_count, const cl_event* wait,
                            cl_event* event) {
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  return order.end(copy(queue, blocking, to, from, size, wait_count, wait, event));
}

cl_int clEnqueueMigrateMemINTEL(decltype(&::clEnqueueMigrateMemINTEL) migrate, cl_command_queue queue,
                                const void* pointer, size_t size, cl_mem_migration_flags flags,
                                cl_uint wait_count, const cl_event* wait, cl_event* event) {
  Ordering order(queue, wait_count, wait, event);
  return order.end(migrate(queue, pointer, size, flags, wait_count, wait, event));
}

cl_int clEnqueueMemAdviseINTEL(decltype(&::clEnqueueMemAdviseINTEL) advise, cl_command_queue queue,
                               const void* pointer, size_t size, cl_mem_advice_intel advice,
                               cl_uint wait_count, const cl_event* wait, cl_event* event) {
  Ordering order(queue, wait_count, wait, event);
  return order.end(advise(queue, pointer, size, advice, wait_count, wait, event));
}

}  // namespace by_name
}  // namespace launchproof::shim

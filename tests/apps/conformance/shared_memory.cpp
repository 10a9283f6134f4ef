// Calls the functions for shared virtual memory and the commands that move it.
#include <cstring>

#include "call.h"

namespace conformance {
namespace {

// The driver may call this at any time before the queue is finished.
void CL_CALLBACK free_later(cl_command_queue, cl_uint count, void**, void* seen) {
  *static_cast<cl_uint*>(seen) += count;
}

void wrong_commands() {
  CALL(clEnqueueSVMMemcpy, nullptr, CL_TRUE, nullptr, nullptr, 4, 0, nullptr, nullptr);
  CALL(clEnqueueSVMMemFill, nullptr, nullptr, nullptr, 4, 4, 0, nullptr, nullptr);
  CALL(clEnqueueSVMMap, nullptr, CL_TRUE, CL_MAP_WRITE, nullptr, 4, 0, nullptr, nullptr);
  CALL(clEnqueueSVMUnmap, nullptr, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueSVMMigrateMem, nullptr, 0, nullptr, nullptr, 0, 0, nullptr, nullptr);
  CALL(clEnqueueSVMFree, nullptr, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr);
  CALL(clSetKernelArgSVMPointer, nullptr, 0, nullptr);
  CALL(clSetKernelExecInfo, nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr);
  CALL(clSVMAlloc, nullptr, CL_MEM_READ_WRITE, 64, 0);
}

void launch_on(const Setup& with, void* from, void* to) {
  cl_kernel kernel = make_kernel(with, "scale");
  const cl_int factor = 7;
  CALL(clSetKernelArgSVMPointer, kernel, 0, to);
  CALL(clSetKernelArgSVMPointer, kernel, 1, from);
  CALL(clSetKernelArgSVMPointer, kernel, 99, from);
  CALL(clSetKernelArg, kernel, 2, sizeof factor, &factor);
  void* const both[] = {from, to};
  CALL(clSetKernelExecInfo, kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof both,
       static_cast<const void*>(both));
  CALL(clSetKernelExecInfo, kernel, 0xBAD, sizeof both, static_cast<const void*>(both));
  CALL(clSetKernelExecInfo, kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 1, static_cast<const void*>(both));
  CALL(clEnqueueNDRangeKernel, with.queue, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
  CALL(clReleaseKernel, kernel);
}

}  // namespace

void shared_memory(const Setup& with) {
  wrong_commands();
  const std::size_t bytes = kItems * sizeof(cl_int);
  CALL(clSVMAlloc, with.context, CL_MEM_READ_WRITE, 0, 0);
  auto* const first = static_cast<cl_int*>(CALL(clSVMAlloc, with.context, CL_MEM_READ_WRITE, bytes, 0));
  auto* const second = static_cast<cl_int*>(CALL(clSVMAlloc, with.context, CL_MEM_READ_WRITE, bytes, 0));
  CALL_VOID(clSVMFree, with.context, nullptr);
  if (first == nullptr || second == nullptr) return;
  const cl_int pattern = 5;
  for (cl_int* memory : {first, second}) {
    CALL(clEnqueueSVMMap, with.queue, CL_TRUE, CL_MAP_WRITE, memory, bytes, 0, nullptr, nullptr);
    std::memset(memory, 1, bytes);
    CALL(clEnqueueSVMUnmap, with.queue, memory, 0, nullptr, nullptr);
  }
  CALL(clEnqueueSVMMemFill, with.queue, second, &pattern, sizeof pattern, bytes, 0, nullptr, nullptr);
  CALL(clEnqueueSVMMemFill, with.queue, nullptr, &pattern, sizeof pattern, bytes, 0, nullptr, nullptr);
  CALL(clEnqueueSVMMemcpy, with.queue, CL_TRUE, first, second, bytes / 2, 0, nullptr, nullptr);
  CALL(clEnqueueSVMMemcpy, with.queue, CL_TRUE, first, nullptr, bytes / 2, 0, nullptr, nullptr);
  const void* const moved[] = {first};
  CALL(clEnqueueSVMMigrateMem, with.queue, 1, const_cast<const void**>(moved), nullptr, 0, 0, nullptr,
       nullptr);
  launch_on(with, first, second);
  CALL(clEnqueueSVMMap, with.queue, CL_TRUE, CL_MAP_READ, second, bytes, 0, nullptr, nullptr);
  contents("shared memory", second, bytes);
  CALL(clEnqueueSVMUnmap, with.queue, second, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
  void* pointers[] = {second};
  static cl_uint seen = 0;
  CALL(clEnqueueSVMFree, with.queue, 1, pointers, free_later, &seen, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
  std::printf("pointers to free: %u\n", seen);
  CALL(clEnqueueSVMFree, with.queue, 1, pointers, nullptr, nullptr, 0, nullptr, nullptr);
  CALL(clFinish, with.queue);
  CALL_VOID(clSVMFree, with.context, first);
}

}  // namespace conformance

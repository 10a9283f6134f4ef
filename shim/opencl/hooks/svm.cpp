// Shared virtual memory. Its allocations are memory objects, and arguments that point there are recorded with
// the position to which they point.
#include <vector>

#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/allocations.h"
#include "shim/opencl/launches/launches.h"
#include "shim/opencl/launches/order.h"

namespace launchproof::shim {
namespace {

constexpr const char* kAtomics =
    "a pointer to shared virtual memory with atomics, which the host may change while a kernel runs";

}  // namespace

namespace hooks {

void* clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment) {
  void* const made = next().clSVMAlloc(context, flags, bytes, alignment);
  add_allocation(made, bytes, flags, (flags & CL_MEM_SVM_ATOMICS) != 0 ? kAtomics : nullptr);
  return made;
}

void clSVMFree(cl_context context, void* pointer) {
  remove_allocation(pointer);
  next().clSVMFree(context, pointer);
}

// With a function of the application, which may or may not free the memory.
cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void* pointers[],
                        void(CL_CALLBACK* release)(cl_command_queue, cl_uint, void*[], void*), void* data,
                        cl_uint wait_count, const cl_event* wait, cl_event* event) {
  std::vector<std::shared_ptr<const Memory>> removed;
  if (release == nullptr && pointers != nullptr) {
    record([&] { removed.resize(count); });
    for (std::size_t i = 0; i < removed.size(); ++i) removed[i] = remove_allocation(pointers[i]);
  }
  Ordering order(queue, wait_count, wait, event);
  const cl_int code =
      order.end(next().clEnqueueSVMFree(queue, count, pointers, release, data, wait_count, wait, event));
  for (std::size_t i = 0; code != CL_SUCCESS && i < removed.size(); ++i)
    undo_removal(pointers[i], removed[i]);
  return code;
}

cl_int clSetKernelArgSVMPointer(cl_kernel handle, cl_uint index, const void* value) {
  const cl_int code = next().clSetKernelArgSVMPointer(handle, index, value);
  if (code != CL_SUCCESS || index >= kMaximumArguments) return code;
  record([&] {
    if (const auto kernel = known_kernel(handle)) set_pointer(*kernel, index, value);
  });
  return code;
}

}  // namespace hooks
}  // namespace launchproof::shim

/* A command buffer of two launches, which are updated between its enqueues. The first argument says how the
 * function is called: chain (before version 0.9.2 of the extension), lists (since), or refused (in vain).
 * Then, if any: nameless  a command whose handle was not asked for is updated as well moved     a pointer of
 * a launch means other memory at the second enqueue, without any update Status 77 where the driver has no
 * command buffers. */
#include "common.h"

#include <CL/cl_ext.h>

enum { kItems = 64, kUnavailable = 77 };

static cl_platform_id platform;

static void* by_name(const char* name) {
  return clGetExtensionFunctionAddressForPlatform(platform, name);
}

/* One command's update in both forms. */
struct update {
  cl_mutable_command_khr command;
  cl_uint num_args, num_svm_args, num_exec_infos, work_dim;
  const cl_mutable_dispatch_arg_khr* arg_list;
  const cl_mutable_dispatch_arg_khr* arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr* exec_info_list;
  const size_t *offset, *global, *local;
};
struct chained {
  cl_uint type;
  const void* next;
  struct update update;
};
struct base {
  cl_uint type;
  const void* next;
  cl_uint count;
  const struct chained* updates;
};

static cl_int update(int as_lists, cl_command_buffer_khr buffer, cl_uint count,
                     const struct update* updates) {
  void* const function = by_name("clUpdateMutableCommandsKHR");
  if (function == NULL) exit(kUnavailable);
  if (as_lists) {
    const cl_uint types[2] = {0, 0};
    const void* all[2] = {&updates[0], &updates[1]};
    return ((cl_int(*)(cl_command_buffer_khr, cl_uint, const cl_uint*, const void**))function)(buffer, count,
                                                                                               types, all);
  }
  const struct chained all[2] = {{1, NULL, updates[0]}, {1, NULL, updates[count - 1]}};
  const struct base base = {0, NULL, count, all};
  return ((cl_int(*)(cl_command_buffer_khr, const void*))function)(buffer, &base);
}

int main(int argc, char** argv) {
  const int as_lists = argc > 1 && strcmp(argv[1], "lists") == 0;
  const char* const mode = argc > 2 ? argv[2] : "";
  const struct setup with = make_setup();
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  const clCreateCommandBufferKHR_fn create = (clCreateCommandBufferKHR_fn)by_name("clCreateCommandBufferKHR");
  const clFinalizeCommandBufferKHR_fn finalize =
      (clFinalizeCommandBufferKHR_fn)by_name("clFinalizeCommandBufferKHR");
  const clCommandNDRangeKernelKHR_fn command =
      (clCommandNDRangeKernelKHR_fn)by_name("clCommandNDRangeKernelKHR");
  const clEnqueueCommandBufferKHR_fn enqueue =
      (clEnqueueCommandBufferKHR_fn)by_name("clEnqueueCommandBufferKHR");
  if (create == NULL || finalize == NULL || command == NULL || enqueue == NULL) return kUnavailable;

  cl_int code = CL_SUCCESS;
  cl_command_queue queue = with.queue;
  cl_command_buffer_khr buffer = create(1, &queue, NULL, &code);
  CHECK(code);
  cl_kernel kernel = make_fill(&with, kItems, 1);
  const size_t items = kItems, half = kItems / 2, local = 16, offset = 32;
  cl_mutable_command_khr first = NULL, second = NULL;
  CHECK(command(buffer, NULL, NULL, kernel, 1, NULL, &items, &local, 0, NULL, NULL, &first));
  char* memory = clSVMAlloc(with.context, CL_MEM_READ_WRITE, kItems * sizeof(cl_int), 0);
  CHECK(clSetKernelArgSVMPointer(kernel, 0, memory));
  CHECK(command(buffer, NULL, NULL, kernel, 1, NULL, &items, NULL, 0, NULL, NULL,
                strcmp(mode, "nameless") == 0 ? NULL : &second));
  CHECK(finalize(buffer));
  CHECK(enqueue(0, NULL, buffer, 0, NULL, NULL));

  char* other = clSVMAlloc(with.context, CL_MEM_READ_WRITE, 2 * kItems * sizeof(cl_int), 0);
  if (strcmp(mode, "moved") == 0) {
    clSVMFree(with.context, memory);
    char* smaller = clSVMAlloc(with.context, CL_MEM_READ_WRITE, kItems * sizeof(cl_int) - 4, 0);
    printf("address seen again: %s\n", smaller == memory ? "yes" : "no");
  } else {
    const cl_int value = 9;
    const cl_mutable_dispatch_arg_khr arguments[] = {{1, sizeof value, &value}};
    const cl_mutable_dispatch_arg_khr pointers[] = {{0, sizeof(void*), other + 8}};
    const void* reached[] = {memory};
    const cl_mutable_dispatch_exec_info_khr infos[] = {
        {CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, (const void*)reached}};
    const struct update updates[] = {{first, 1, 0, 0, 1, arguments, NULL, NULL, &offset, &half, NULL},
                                     {second, 0, 1, 1, 1, NULL, pointers, infos, NULL, NULL, &local}};
    printf("update %d\n", update(as_lists, buffer, 2, updates));
    printf("of none %d\n", update(as_lists, NULL, 1, updates));
  }
  CHECK(enqueue(0, NULL, buffer, 0, NULL, NULL));
  CHECK(clFinish(with.queue));
  return 0;
}

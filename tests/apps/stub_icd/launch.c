/* Arguments and launches. */
#include <signal.h>
#include <unistd.h>

#include "stub.h"

cl_int stub_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void* value) {
  (void)kernel, (void)bytes, (void)value;
  return index < 64 ? CL_SUCCESS : CL_INVALID_ARG_INDEX;
}

cl_int stub_clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void* value) {
  (void)kernel, (void)value;
  return index < 64 ? CL_SUCCESS : CL_INVALID_ARG_INDEX;
}

cl_int stub_clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t bytes, const void* value) {
  (void)kernel, (void)bytes;
  if (value == NULL) return CL_INVALID_VALUE;
  return name == CL_KERNEL_EXEC_INFO_SVM_PTRS || name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM
             ? CL_SUCCESS
             : CL_INVALID_VALUE;
}

enum injection { kNothing, kError, kErrorOnce, kKill, kCrash, kUnread };
static atomic_int injected = kUnread;
static atomic_int first_injected = 1;
static atomic_int launches;

static enum injection read_injection(void) {
  const char* wanted = getenv("LAUNCHPROOF_STUB_LAUNCH");
  const char* at = getenv("LAUNCHPROOF_STUB_LAUNCH_AT");
  enum injection found = kNothing;
  if (wanted != NULL && strcmp(wanted, "error") == 0) found = kError;
  if (wanted != NULL && strcmp(wanted, "error-once") == 0) found = kErrorOnce;
  if (wanted != NULL && strcmp(wanted, "kill") == 0) found = kKill;
  if (wanted != NULL && strcmp(wanted, "crash") == 0) found = kCrash;
  if (at != NULL) atomic_store(&first_injected, atoi(at));
  atomic_store(&injected, found);
  return found;
}

static cl_int launch(cl_event* event) {
  int what = atomic_load_explicit(&injected, memory_order_relaxed);
  if (what == kUnread) what = read_injection();
  if (what != kNothing && atomic_fetch_add(&launches, 1) + 1 >= atomic_load(&first_injected)) {
    if (what == kErrorOnce) atomic_store(&injected, kNothing);
    if (what == kError || what == kErrorOnce) return CL_OUT_OF_RESOURCES;
    kill(getpid(), what == kKill ? SIGKILL : SIGSEGV);
  }
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

cl_int stub_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                   const size_t* offset, const size_t* global, const size_t* local,
                                   cl_uint wait_count, const cl_event* wait, cl_event* event) {
  (void)queue, (void)offset;
  if (kernel == NULL) return CL_INVALID_KERNEL;
  if ((wait_count == 0) != (wait == NULL)) return CL_INVALID_EVENT_WAIT_LIST;
  if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
  if (global == NULL) return CL_INVALID_GLOBAL_WORK_SIZE;
  if (local != NULL && local[0] > 1024) return CL_INVALID_WORK_GROUP_SIZE;
  return launch(event);
}

cl_int stub_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count, const cl_event* wait,
                          cl_event* event) {
  (void)queue;
  if (kernel == NULL) return CL_INVALID_KERNEL;
  if ((wait_count == 0) != (wait == NULL)) return CL_INVALID_EVENT_WAIT_LIST;
  return launch(event);
}

cl_int stub_clFlush(cl_command_queue queue) {
  (void)queue;
  return CL_SUCCESS;
}

cl_int stub_clFinish(cl_command_queue queue) {
  (void)queue;
  return CL_SUCCESS;
}

cl_int stub_clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK* function)(void*), void* arguments,
                                  size_t bytes, cl_uint count, const cl_mem* objects, const void** places,
                                  cl_uint wait_count, const cl_event* wait, cl_event* event) {
  (void)objects, (void)places, (void)wait_count, (void)wait;
  if (queue == NULL) return CL_INVALID_COMMAND_QUEUE;
  if (function == NULL || (arguments == NULL && (bytes != 0 || count != 0))) return CL_INVALID_VALUE;
  function(arguments);
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

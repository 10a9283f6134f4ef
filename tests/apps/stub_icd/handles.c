/* With LAUNCHPROOF_STUB_HANDLES=strict the driver knows its objects, as some do, and refuses what is none of
 * the right type. What asks about such a handle ends the process with status 98: another driver would have
 * followed it. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "stub.h"

enum kind { kNone, kKernel, kProgram, kQueue, kMemory, kEvent };
enum { kMost = 4096, kStatus = 98 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  const void* object;
  enum kind kind;
} objects[kMost];

static void* made(void* object, enum kind kind) {
  pthread_mutex_lock(&mutex);
  for (size_t i = 0; object != NULL && i < kMost; ++i) {
    if (objects[i].object != NULL && objects[i].object != object) continue;
    objects[i].object = object;
    objects[i].kind = kind;
    break;
  }
  pthread_mutex_unlock(&mutex);
  return object;
}

static int is(const void* object, enum kind kind) {
  int found = 0;
  pthread_mutex_lock(&mutex);
  for (size_t i = 0; i < kMost && objects[i].object != NULL; ++i)
    if (objects[i].object == object) found = objects[i].kind == kind;
  pthread_mutex_unlock(&mutex);
  return found;
}

static int are(cl_uint count, const void* const* all, enum kind kind) {
  for (cl_uint i = 0; all != NULL && i < count; ++i)
    if (!is(all[i], kind)) return 0;
  return 1;
}
#define ARE(count, all, kind) are(count, (const void* const*)(all), kind)

static int is_device(cl_device_id device) {
  return device == &stub_devices[0] || device == &stub_devices[1];
}

/* Asked about a handle that is no object. */
static void require(int is_one, const char* function) {
  if (is_one) return;
  fprintf(stderr, "%s is asked about what is no object\n", function);
  _exit(kStatus);
}

#define REFUSE_UNLESS(condition, code) \
  if (!(condition)) return code
#define REFUSE_MAKING_UNLESS(condition, code) \
  if (!(condition)) {                         \
    stub_set(errcode_ret, code);              \
    return NULL;                              \
  }

/* With its last reference it is none any more. Its memory stays, as loaders look into it. */
static cl_int released(void* object, enum kind kind, cl_int invalid, cl_int (*release)(void*)) {
  REFUSE_UNLESS(is(object, kind), invalid);
  if (atomic_load(&((struct _cl_sampler*)object)->references) > 1) return release(object);
  made(object, kNone);
  return CL_SUCCESS;
}
#define RELEASED(object, kind, invalid, function) \
  return released(object, kind, invalid, (cl_int(*)(void*))stub_##function)

static cl_command_queue create_queue(cl_context context, cl_device_id device,
                                     cl_command_queue_properties properties, cl_int* errcode_ret) {
  return made(stub_clCreateCommandQueue(context, device, properties, errcode_ret), kQueue);
}
static cl_int release_queue(cl_command_queue queue) {
  RELEASED(queue, kQueue, CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue);
}
static cl_int get_queue_info(cl_command_queue queue, cl_command_queue_info name, size_t size, void* value,
                             size_t* size_ret) {
  require(is(queue, kQueue), "clGetCommandQueueInfo");
  return stub_clGetCommandQueueInfo(queue, name, size, value, size_ret);
}
static cl_int flush(cl_command_queue queue) {
  REFUSE_UNLESS(is(queue, kQueue), CL_INVALID_COMMAND_QUEUE);
  return CL_SUCCESS;
}

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host,
                            cl_int* errcode_ret) {
  return made(stub_clCreateBuffer(context, flags, bytes, host, errcode_ret), kMemory);
}
static cl_mem create_sub_buffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                                const void* info, cl_int* errcode_ret) {
  REFUSE_MAKING_UNLESS(is(parent, kMemory), CL_INVALID_MEM_OBJECT);
  return made(stub_clCreateSubBuffer(parent, flags, type, info, errcode_ret), kMemory);
}
static cl_int retain_memory(cl_mem memory) {
  REFUSE_UNLESS(is(memory, kMemory), CL_INVALID_MEM_OBJECT);
  return stub_clRetainMemObject(memory);
}
static cl_int release_memory(cl_mem memory) {
  RELEASED(memory, kMemory, CL_INVALID_MEM_OBJECT, clReleaseMemObject);
}
static cl_int get_memory_info(cl_mem memory, cl_mem_info name, size_t size, void* value, size_t* size_ret) {
  require(is(memory, kMemory), "clGetMemObjectInfo");
  return stub_clGetMemObjectInfo(memory, name, size, value, size_ret);
}
static cl_int read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                          size_t bytes, void* destination, cl_uint wait_count, const cl_event* wait,
                          cl_event* event) {
  REFUSE_UNLESS(is(queue, kQueue), CL_INVALID_COMMAND_QUEUE);
  REFUSE_UNLESS(is(buffer, kMemory), CL_INVALID_MEM_OBJECT);
  REFUSE_UNLESS(ARE(wait_count, wait, kEvent), CL_INVALID_EVENT_WAIT_LIST);
  const cl_int code =
      stub_clEnqueueReadBuffer(queue, buffer, blocking, offset, bytes, destination, wait_count, wait, event);
  if (code == CL_SUCCESS && event != NULL) made(*event, kEvent);
  return code;
}
static cl_int copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                          size_t to_offset, size_t bytes, cl_uint wait_count, const cl_event* wait,
                          cl_event* event) {
  REFUSE_UNLESS(is(queue, kQueue), CL_INVALID_COMMAND_QUEUE);
  REFUSE_UNLESS(is(from, kMemory) && is(to, kMemory), CL_INVALID_MEM_OBJECT);
  REFUSE_UNLESS(ARE(wait_count, wait, kEvent), CL_INVALID_EVENT_WAIT_LIST);
  const cl_int code =
      stub_clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, bytes, wait_count, wait, event);
  if (code == CL_SUCCESS && event != NULL) made(*event, kEvent);
  return code;
}

static cl_program create_program(cl_context context, cl_uint count, const char** strings,
                                 const size_t* lengths, cl_int* errcode_ret) {
  return made(stub_clCreateProgramWithSource(context, count, strings, lengths, errcode_ret), kProgram);
}
static cl_int retain_program(cl_program program) {
  REFUSE_UNLESS(is(program, kProgram), CL_INVALID_PROGRAM);
  return stub_clRetainProgram(program);
}
static cl_int release_program(cl_program program) {
  RELEASED(program, kProgram, CL_INVALID_PROGRAM, clReleaseProgram);
}
static cl_int build_program(cl_program program, cl_uint count, const cl_device_id* devices,
                            const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  REFUSE_UNLESS(is(program, kProgram), CL_INVALID_PROGRAM);
  for (cl_uint i = 0; i < count; ++i) REFUSE_UNLESS(is_device(devices[i]), CL_INVALID_DEVICE);
  return stub_clBuildProgram(program, count, devices, options, notify, data);
}
static cl_int compile_program(cl_program program, cl_uint count, const cl_device_id* devices,
                              const char* options, cl_uint header_count, const cl_program* headers,
                              const char** names, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  REFUSE_UNLESS(is(program, kProgram) && ARE(header_count, headers, kProgram), CL_INVALID_PROGRAM);
  return stub_clCompileProgram(program, count, devices, options, header_count, headers, names, notify, data);
}
static cl_program link_program(cl_context context, cl_uint count, const cl_device_id* devices,
                               const char* options, cl_uint input_count, const cl_program* inputs,
                               void(CL_CALLBACK* notify)(cl_program, void*), void* data,
                               cl_int* errcode_ret) {
  REFUSE_MAKING_UNLESS(ARE(input_count, inputs, kProgram), CL_INVALID_PROGRAM);
  return made(
      stub_clLinkProgram(context, count, devices, options, input_count, inputs, notify, data, errcode_ret),
      kProgram);
}
static cl_int get_program_info(cl_program program, cl_program_info name, size_t size, void* value,
                               size_t* size_ret) {
  require(is(program, kProgram), "clGetProgramInfo");
  return stub_clGetProgramInfo(program, name, size, value, size_ret);
}
static cl_int get_build_info(cl_program program, cl_device_id device, cl_program_build_info name, size_t size,
                             void* value, size_t* size_ret) {
  require(is(program, kProgram) && is_device(device), "clGetProgramBuildInfo");
  return stub_clGetProgramBuildInfo(program, device, name, size, value, size_ret);
}

static cl_kernel create_kernel(cl_program program, const char* name, cl_int* errcode_ret) {
  REFUSE_MAKING_UNLESS(is(program, kProgram), CL_INVALID_PROGRAM);
  return made(stub_clCreateKernel(program, name, errcode_ret), kKernel);
}
static cl_kernel clone_kernel(cl_kernel kernel, cl_int* errcode_ret) {
  REFUSE_MAKING_UNLESS(is(kernel, kKernel), CL_INVALID_KERNEL);
  return made(stub_clCloneKernel(kernel, errcode_ret), kKernel);
}
static cl_int retain_kernel(cl_kernel kernel) {
  REFUSE_UNLESS(is(kernel, kKernel), CL_INVALID_KERNEL);
  return stub_clRetainKernel(kernel);
}
static cl_int release_kernel(cl_kernel kernel) {
  RELEASED(kernel, kKernel, CL_INVALID_KERNEL, clReleaseKernel);
}
static cl_int set_kernel_argument(cl_kernel kernel, cl_uint index, size_t bytes, const void* value) {
  REFUSE_UNLESS(is(kernel, kKernel), CL_INVALID_KERNEL);
  return stub_clSetKernelArg(kernel, index, bytes, value);
}
static cl_int set_kernel_pointer(cl_kernel kernel, cl_uint index, const void* value) {
  REFUSE_UNLESS(is(kernel, kKernel), CL_INVALID_KERNEL);
  return stub_clSetKernelArgSVMPointer(kernel, index, value);
}
static cl_int get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size, void* value,
                              size_t* size_ret) {
  require(is(kernel, kKernel), "clGetKernelInfo");
  return stub_clGetKernelInfo(kernel, name, size, value, size_ret);
}
static cl_int get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size,
                                void* value, size_t* size_ret) {
  require(is(kernel, kKernel), "clGetKernelArgInfo");
  return stub_clGetKernelArgInfo(kernel, index, name, size, value, size_ret);
}

static cl_int enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                             const size_t* offset, const size_t* global, const size_t* local,
                             cl_uint wait_count, const cl_event* wait, cl_event* event) {
  REFUSE_UNLESS(is(queue, kQueue), CL_INVALID_COMMAND_QUEUE);
  REFUSE_UNLESS(is(kernel, kKernel), CL_INVALID_KERNEL);
  REFUSE_UNLESS(ARE(wait_count, wait, kEvent), CL_INVALID_EVENT_WAIT_LIST);
  const cl_int code =
      stub_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, wait_count, wait, event);
  if (code == CL_SUCCESS && event != NULL) made(*event, kEvent);
  return code;
}
static cl_int enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count, const cl_event* wait,
                           cl_event* event) {
  REFUSE_UNLESS(is(queue, kQueue), CL_INVALID_COMMAND_QUEUE);
  REFUSE_UNLESS(is(kernel, kKernel), CL_INVALID_KERNEL);
  return stub_clEnqueueTask(queue, kernel, wait_count, wait, event);
}

static cl_int wait_for_events(cl_uint count, const cl_event* events) {
  REFUSE_UNLESS(ARE(count, events, kEvent), CL_INVALID_EVENT);
  return stub_clWaitForEvents(count, events);
}
static cl_int get_event_info(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  require(is(event, kEvent), "clGetEventInfo");
  return stub_clGetEventInfo(event, name, size, value, size_ret);
}
static cl_int get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value,
                              size_t* size_ret) {
  require(is_device(device), "clGetDeviceInfo");
  return stub_clGetDeviceInfo(device, name, size, value, size_ret);
}

void stub_know_handles(void) {
  const char* how = getenv("LAUNCHPROOF_STUB_HANDLES");
  if (how == NULL || strcmp(how, "strict") != 0) return;
  cl_icd_dispatch* table = &stub_dispatch;
  table->clCreateCommandQueue = create_queue, table->clReleaseCommandQueue = release_queue;
  table->clGetCommandQueueInfo = get_queue_info, table->clFlush = flush, table->clFinish = flush;
  table->clCreateBuffer = create_buffer, table->clCreateSubBuffer = create_sub_buffer;
  table->clRetainMemObject = retain_memory, table->clReleaseMemObject = release_memory;
  table->clGetMemObjectInfo = get_memory_info, table->clEnqueueReadBuffer = read_buffer;
  table->clEnqueueCopyBuffer = copy_buffer, table->clCreateProgramWithSource = create_program;
  table->clRetainProgram = retain_program, table->clReleaseProgram = release_program;
  table->clBuildProgram = build_program, table->clCompileProgram = compile_program;
  table->clLinkProgram = link_program, table->clGetProgramInfo = get_program_info;
  table->clGetProgramBuildInfo = get_build_info, table->clCreateKernel = create_kernel;
  table->clCloneKernel = clone_kernel, table->clRetainKernel = retain_kernel;
  table->clReleaseKernel = release_kernel, table->clSetKernelArg = set_kernel_argument;
  table->clSetKernelArgSVMPointer = set_kernel_pointer, table->clGetKernelInfo = get_kernel_info;
  table->clGetKernelArgInfo = get_argument_info, table->clEnqueueNDRangeKernel = enqueue_kernel;
  table->clEnqueueTask = enqueue_task, table->clWaitForEvents = wait_for_events;
  table->clGetEventInfo = get_event_info, table->clGetDeviceInfo = get_device_info;
}

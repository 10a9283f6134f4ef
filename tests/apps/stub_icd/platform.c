/* Platform, device, context, queue, events. */
#include <pthread.h>

#include "stub.h"

struct _cl_platform_id stub_platforms[2] = {{&stub_dispatch, 1, 0}, {&stub_dispatch, 1, 0}};
struct _cl_device_id stub_devices[2] = {{&stub_dispatch, 1, 0}, {&stub_dispatch, 1, 0}};

/* Freed objects by size, given out again newest first and whatever else the process allocates: tests want
 * handles to come back. */
enum { kSizes = 16 };
static pthread_mutex_t pool_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct freed {
  struct freed* next;
}* pool[kSizes];

/* A child that is forked while another thread makes an object can make objects too. */
static void lock_pool(void) {
  pthread_mutex_lock(&pool_mutex);
}
static void unlock_pool(void) {
  pthread_mutex_unlock(&pool_mutex);
}
static __attribute__((constructor)) void survive_forks(void) {
  pthread_atfork(lock_pool, unlock_pool, unlock_pool);
}

struct header {
  STUB_HEADER;
};

void* stub_new(size_t bytes) {
  const size_t slot = (bytes + 15) / 16;
  if (slot >= kSizes) abort();
  pthread_mutex_lock(&pool_mutex);
  struct freed* found = pool[slot];
  if (found != NULL) pool[slot] = found->next;
  pthread_mutex_unlock(&pool_mutex);
  struct header* object = found != NULL ? (void*)found : malloc(slot * 16);
  memset(object, 0, bytes);
  object->dispatch = &stub_dispatch;
  object->object_bytes = bytes;
  atomic_store(&object->references, 1);
  return object;
}

cl_int stub_retain(void* object) {
  atomic_fetch_add(&((struct header*)object)->references, 1);
  return CL_SUCCESS;
}

cl_int stub_release(void* object) {
  struct header* header = object;
  if (atomic_fetch_sub(&header->references, 1) != 1) return CL_SUCCESS;
  const size_t slot = (header->object_bytes + 15) / 16;
  struct freed* freed = object;
  pthread_mutex_lock(&pool_mutex);
  freed->next = pool[slot];
  pool[slot] = freed;
  pthread_mutex_unlock(&pool_mutex);
  return CL_SUCCESS;
}

cl_int stub_answer(const void* value, size_t bytes, size_t size, void* destination, size_t* size_ret) {
  if (size_ret != NULL) *size_ret = bytes;
  if (destination == NULL) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  memcpy(destination, value, bytes);
  return CL_SUCCESS;
}

void stub_set(cl_int* errcode_ret, cl_int code) {
  if (errcode_ret != NULL) *errcode_ret = code;
}

#define ANSWER_TEXT(text) return stub_answer(text, strlen(text) + 1, size, value, size_ret)
#define ANSWER(type, number)                                           \
  do {                                                                 \
    const type answer = (number);                                      \
    return stub_answer(&answer, sizeof answer, size, value, size_ret); \
  } while (0)

cl_int stub_clGetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  const char* wanted = getenv("LAUNCHPROOF_STUB_PLATFORMS");
  const cl_uint all = wanted != NULL && strcmp(wanted, "2") == 0 ? 2 : 1;
  if (count_ret != NULL) *count_ret = all;
  for (cl_uint i = 0; platforms != NULL && i < count && i < all; ++i) platforms[i] = &stub_platforms[i];
  return CL_SUCCESS;
}

cl_int stub_clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void* value,
                              size_t* size_ret) {
  switch (name) {
    case CL_PLATFORM_PROFILE:
      ANSWER_TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      ANSWER_TEXT("OpenCL 3.0 stub");
    case CL_PLATFORM_NAME:
      if (platform == &stub_platforms[1]) ANSWER_TEXT("Launchproof second stub");
      ANSWER_TEXT("Launchproof stub");
    case CL_PLATFORM_VENDOR:
      ANSWER_TEXT("Launchproof");
    case CL_PLATFORM_EXTENSIONS:
      ANSWER_TEXT("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      ANSWER_TEXT("STUB");
    default:
      return CL_INVALID_VALUE;
  }
}

/* A CPU, unless LAUNCHPROOF_STUB_TYPE names another type. */
static cl_device_type own_type(void) {
  const char* wanted = getenv("LAUNCHPROOF_STUB_TYPE");
  if (wanted != NULL && strcmp(wanted, "gpu") == 0) return CL_DEVICE_TYPE_GPU;
  if (wanted != NULL && strcmp(wanted, "accelerator") == 0) return CL_DEVICE_TYPE_ACCELERATOR;
  if (wanted != NULL && strcmp(wanted, "custom") == 0) return CL_DEVICE_TYPE_CUSTOM;
  return CL_DEVICE_TYPE_CPU;
}

/* CL_DEVICE_TYPE_ALL names no custom devices. */
static int is_meant(cl_device_type type) {
  const cl_device_type own = own_type();
  if (type == CL_DEVICE_TYPE_ALL) return own != CL_DEVICE_TYPE_CUSTOM;
  return (type & (own | CL_DEVICE_TYPE_DEFAULT)) != 0;
}

cl_int stub_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count, cl_device_id* devices,
                           cl_uint* count_ret) {
  if (type == 0) return CL_INVALID_DEVICE_TYPE;
  if ((count == 0) == (devices != NULL) || (devices == NULL && count_ret == NULL)) return CL_INVALID_VALUE;
  if (!is_meant(type)) return CL_DEVICE_NOT_FOUND;
  const char* wanted = getenv("LAUNCHPROOF_STUB_DEVICES");
  if (wanted != NULL && strcmp(wanted, "0") == 0) return CL_DEVICE_NOT_FOUND;
  if (count_ret != NULL) *count_ret = 1;
  if (devices != NULL && count > 0) devices[0] = &stub_devices[platform - stub_platforms];
  return CL_SUCCESS;
}

static int is_of_2_0(void) {
  const char* version = getenv("LAUNCHPROOF_STUB_VERSION");
  return version != NULL && strcmp(version, "2.0") == 0;
}

cl_int stub_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void* value,
                            size_t* size_ret) {
  static const size_t sizes[3] = {1024, 512, 64};
  static const cl_name_version features[2] = {{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_int64"},
                                              {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_images"}};
  switch (name) {
    case CL_DEVICE_TYPE:
      ANSWER(cl_device_type, own_type());
    case CL_DEVICE_VENDOR_ID:
      ANSWER(cl_uint, 0x1234);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      ANSWER(cl_uint, 4);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      ANSWER(cl_uint, 3);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      ANSWER(size_t, 1024);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return stub_answer(sizes, sizeof sizes, size, value, size_ret);
    case CL_DEVICE_ADDRESS_BITS:
      ANSWER(cl_uint, 64);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      ANSWER(cl_ulong, 1UL << 30);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      ANSWER(cl_ulong, 1UL << 32);
    case CL_DEVICE_LOCAL_MEM_SIZE:
      ANSWER(cl_ulong, 65536);
    case CL_DEVICE_LOCAL_MEM_TYPE:
      ANSWER(cl_device_local_mem_type, CL_GLOBAL);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      ANSWER(cl_ulong, 65536);
    case CL_DEVICE_IMAGE_SUPPORT:
      ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_ENDIAN_LITTLE:
      ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_AVAILABLE:
      ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_COMPILER_AVAILABLE:
      ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_NAME:
      if (device == &stub_devices[1]) ANSWER_TEXT("second stub device");
      ANSWER_TEXT("stub device");
    case CL_DEVICE_VENDOR:
      ANSWER_TEXT("Launchproof");
    case CL_DRIVER_VERSION:
      if (getenv("LAUNCHPROOF_STUB_DRIVER") != NULL) ANSWER_TEXT(getenv("LAUNCHPROOF_STUB_DRIVER"));
      ANSWER_TEXT("1.0-stub");
    case CL_DEVICE_PROFILE:
      ANSWER_TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION:
      if (is_of_2_0()) ANSWER_TEXT("OpenCL 2.0 stub");
      ANSWER_TEXT("OpenCL 3.0 stub");
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
      if (is_of_2_0()) return CL_INVALID_VALUE;
      ANSWER(cl_uint, getenv("LAUNCHPROOF_STUB_SUB_GROUPS") != NULL ? 64 : 0);
    case CL_DEVICE_OPENCL_C_VERSION:
      ANSWER_TEXT("OpenCL C 1.2 stub");
    case CL_DEVICE_EXTENSIONS:
      if (is_of_2_0()) ANSWER_TEXT("cl_khr_byte_addressable_store cl_khr_subgroups");
      if (getenv("LAUNCHPROOF_STUB_LOCAL_SIZE") != NULL)
        ANSWER_TEXT("cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_suggested_local_work_size");
      if (getenv("LAUNCHPROOF_STUB_EXTENSIONS") != NULL) ANSWER_TEXT(getenv("LAUNCHPROOF_STUB_EXTENSIONS"));
      ANSWER_TEXT("cl_khr_byte_addressable_store cl_khr_fp64");
    case CL_DEVICE_EXTENSIONS_WITH_VERSION: {
      const char* version = getenv("LAUNCHPROOF_STUB_MUTABLE");
      if (version == NULL || version[0] == '?') return CL_INVALID_VALUE;
      const cl_name_version extensions[] = {
          {CL_MAKE_VERSION(1, 0, 0), "cl_khr_fp64"},
          {CL_MAKE_VERSION(0, 9, (cl_uint)atoi(version + 4)), "cl_khr_command_buffer_mutable_dispatch"}};
      return stub_answer(extensions, sizeof extensions, size, value, size_ret);
    }
    case CL_DEVICE_OPENCL_C_FEATURES:
      return stub_answer(features, sizeof features, size, value, size_ret);
    case CL_DEVICE_PLATFORM:
      ANSWER(cl_platform_id, &stub_platforms[device - stub_devices]);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_context stub_clCreateContext(const cl_context_properties* properties, cl_uint count,
                                const cl_device_id* devices,
                                void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                void* data, cl_int* errcode_ret) {
  (void)properties, (void)notify, (void)data;
  if (count == 0 || devices == NULL) {
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  stub_set(errcode_ret, CL_SUCCESS);
  cl_context context = stub_new(sizeof(struct _cl_context));
  context->device = devices[0];
  return context;
}

cl_context stub_clCreateContextFromType(const cl_context_properties* properties, cl_device_type type,
                                        void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                        void* data, cl_int* errcode_ret) {
  if (!is_meant(type)) {
    stub_set(errcode_ret, CL_DEVICE_NOT_FOUND);
    return NULL;
  }
  cl_device_id device = &stub_devices[0];
  for (const cl_context_properties* at = properties; at != NULL && at[0] != 0; at += 2)
    if (at[0] == CL_CONTEXT_PLATFORM) device = &stub_devices[(cl_platform_id)at[1] - stub_platforms];
  return stub_clCreateContext(properties, 1, &device, notify, data, errcode_ret);
}

cl_int stub_clRetainContext(cl_context context) {
  return stub_retain(context);
}
cl_int stub_clReleaseContext(cl_context context) {
  return stub_release(context);
}

cl_int stub_clGetContextInfo(cl_context context, cl_context_info name, size_t size, void* value,
                             size_t* size_ret) {
  switch (name) {
    case CL_CONTEXT_NUM_DEVICES:
      ANSWER(cl_uint, 1);
    case CL_CONTEXT_DEVICES:
      ANSWER(cl_device_id, context->device);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_command_queue stub_clCreateCommandQueue(cl_context context, cl_device_id device,
                                           cl_command_queue_properties properties, cl_int* errcode_ret) {
  if (device == NULL) {
    stub_set(errcode_ret, CL_INVALID_DEVICE);
    return NULL;
  }
  stub_set(errcode_ret, CL_SUCCESS);
  cl_command_queue queue = stub_new(sizeof(struct _cl_command_queue));
  queue->device = device;
  queue->context = context;
  queue->properties = properties;
  return queue;
}

cl_command_queue stub_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                         const cl_queue_properties* properties,
                                                         cl_int* errcode_ret) {
  cl_command_queue_properties given = 0;
  for (const cl_queue_properties* at = properties; at != NULL && at[0] != 0; at += 2) {
    if (at[0] == CL_QUEUE_PROPERTIES) given = at[1];
    if (at[0] == CL_QUEUE_PROPERTIES || at[0] == CL_QUEUE_SIZE) continue;
    stub_set(errcode_ret, CL_INVALID_VALUE);
    return NULL;
  }
  return stub_clCreateCommandQueue(context, device, given, errcode_ret);
}

cl_int stub_clRetainCommandQueue(cl_command_queue queue) {
  return stub_retain(queue);
}
cl_int stub_clReleaseCommandQueue(cl_command_queue queue) {
  return stub_release(queue);
}

cl_int stub_clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t size,
                                  void* value, size_t* size_ret) {
  if (name == CL_QUEUE_DEVICE) ANSWER(cl_device_id, queue->device);
  if (name == CL_QUEUE_PROPERTIES) ANSWER(cl_command_queue_properties, queue->properties);
  if (name == CL_QUEUE_CONTEXT) ANSWER(cl_context, queue->context);
  return CL_INVALID_VALUE;
}

cl_int stub_clWaitForEvents(cl_uint count, const cl_event* events) {
  return count == 0 || events == NULL ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int stub_clGetEventInfo(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  const char* how = getenv("LAUNCHPROOF_STUB_EVENTS");
  const int stalled = how != NULL && strcmp(how, "stall") == 0;
  if (name == CL_EVENT_COMMAND_EXECUTION_STATUS) ANSWER(cl_int, stalled ? CL_QUEUED : event->error);
  return CL_INVALID_VALUE;
}

cl_int stub_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint wait_count, const cl_event* wait,
                                        cl_event* event) {
  (void)queue;
  if ((wait_count == 0) != (wait == NULL)) return CL_INVALID_EVENT_WAIT_LIST;
  if (event != NULL) *event = stub_new(sizeof(struct _cl_event));
  return CL_SUCCESS;
}

cl_int stub_clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count, const cl_event* wait,
                                         cl_event* event) {
  return stub_clEnqueueMarkerWithWaitList(queue, wait_count, wait, event);
}

cl_int stub_clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  return event == NULL ? CL_INVALID_VALUE : stub_clEnqueueMarkerWithWaitList(queue, 0, NULL, event);
}

cl_int stub_clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event* events) {
  (void)queue;
  return count == 0 || events == NULL ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int stub_clEnqueueBarrier(cl_command_queue queue) {
  (void)queue;
  return CL_SUCCESS;
}

cl_int stub_clRetainEvent(cl_event event) {
  return stub_retain(event);
}
cl_int stub_clReleaseEvent(cl_event event) {
  return stub_release(event);
}

cl_event stub_clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int* errcode_ret) {
  (void)sync;
  (void)context;
  stub_set(errcode_ret, CL_SUCCESS);
  return stub_new(sizeof(struct _cl_event));
}

cl_event stub_clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync, CLeglDisplayKHR display,
                                          cl_int* errcode_ret) {
  (void)sync, (void)display;
  (void)context;
  stub_set(errcode_ret, CL_SUCCESS);
  return stub_new(sizeof(struct _cl_event));
}

// Commands that only order others, or that move data without changing a memory object; creation of queues;
// and events that the host finds complete.
#include "shim/opencl/launches/order.h"
#include "shim/opencl/devices/devices.h"
#include "shim/opencl/entry/by_name.h"
#include "shim/opencl/entry/next.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

using capture::kAllEarlier;
using capture::kBlocksLater;
using capture::kHostWaits;

// Without a list, a marker or barrier waits for everything in the queue.
unsigned marker_flags(cl_uint wait_count) {
  return wait_count == 0 ? kAllEarlier : 0U;
}

cl_command_queue made(cl_command_queue queue) {
  if (queue == nullptr) return queue;
  record([&] {
    forget_queue(queue);
    made_queues().insert(queue, std::make_shared<MadeQueue>());
  });
  return queue;
}

}  // namespace

namespace hooks {

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* errcode_ret) {
  return made(next().clCreateCommandQueue(context, device, properties, errcode_ret));
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* errcode_ret) {
  return made(next().clCreateCommandQueueWithProperties(context, device, properties, errcode_ret));
}

cl_int clRetainCommandQueue(cl_command_queue queue) {
  return retained(made_queues(), queue, next().clRetainCommandQueue);
}

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                               size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event,
                 blocking_flags(blocking_read));
  return order.end(next().clEnqueueReadBufferRect(command_queue, buffer, blocking_read, buffer_origin,
                                                  host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                                                  host_row_pitch, host_slice_pitch, ptr,
                                                  num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t* origin, const size_t* region, size_t row_pitch, size_t slice_pitch,
                          void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event,
                 blocking_flags(blocking_read));
  return order.end(next().clEnqueueReadImage(command_queue, image, blocking_read, origin, region, row_pitch,
                                             slice_pitch, ptr, num_events_in_wait_list, event_wait_list,
                                             event));
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                  const cl_mem* mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                  cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueMigrateMemObjects(command_queue, num_mem_objects, mem_objects, flags,
                                                     num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void* dst_ptr,
                          const void* src_ptr, size_t size, cl_uint num_events_in_wait_list,
                          const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event,
                 blocking_flags(blocking_copy));
  return order.end(next().clEnqueueSVMMemcpy(command_queue, blocking_copy, dst_ptr, src_ptr, size,
                                             num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void* svm_ptr, const void* pattern,
                           size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueSVMMemFill(command_queue, svm_ptr, pattern, pattern_size, size,
                                              num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                       void* svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event,
                 blocking_flags(blocking_map));
  return order.end(next().clEnqueueSVMMap(command_queue, blocking_map, flags, svm_ptr, size,
                                          num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void* svm_ptr, cl_uint num_events_in_wait_list,
                         const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(
      next().clEnqueueSVMUnmap(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                              const void** svm_pointers, const size_t* sizes, cl_mem_migration_flags flags,
                              cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                              cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueSVMMigrateMem(command_queue, num_svm_pointers, svm_pointers, sizes, flags,
                                                 num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                 const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                 const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueAcquireGLObjects(command_queue, num_objects, mem_objects,
                                                    num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                 const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                 const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueReleaseGLObjects(command_queue, num_objects, mem_objects,
                                                    num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                     const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueAcquireEGLObjectsKHR(command_queue, num_objects, mem_objects,
                                                        num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                     const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event) {
  Ordering order(command_queue, num_events_in_wait_list, event_wait_list, event);
  return order.end(next().clEnqueueReleaseEGLObjectsKHR(command_queue, num_objects, mem_objects,
                                                        num_events_in_wait_list, event_wait_list, event));
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint wait_count, const cl_event* wait,
                                   cl_event* event) {
  Ordering order(queue, wait_count, wait, event, marker_flags(wait_count));
  return order.end(next().clEnqueueMarkerWithWaitList(queue, wait_count, wait, event));
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count, const cl_event* wait,
                                    cl_event* event) {
  Ordering order(queue, wait_count, wait, event, marker_flags(wait_count) | kBlocksLater);
  return order.end(next().clEnqueueBarrierWithWaitList(queue, wait_count, wait, event));
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  Ordering order(queue, 0, nullptr, event, kAllEarlier);
  return order.end(next().clEnqueueMarker(queue, event));
}

cl_int clEnqueueBarrier(cl_command_queue queue) {
  Ordering order(queue, 0, nullptr, nullptr, kAllEarlier | kBlocksLater);
  return order.end(next().clEnqueueBarrier(queue));
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event* events) {
  Ordering order(queue, count, events, nullptr, kBlocksLater);
  return order.end(next().clEnqueueWaitForEvents(queue, count, events));
}

// Finding an event complete is equivalent to waiting for it.
cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  Ordering order(nullptr, 1, &event, nullptr, kHostWaits);
  const cl_int code = next().clGetEventInfo(event, name, size, value, size_ret);
  if (code == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr &&
      *static_cast<const cl_int*>(value) == CL_COMPLETE)
    order.end_taken();
  return code;
}

}  // namespace hooks

namespace by_name {

cl_command_queue clCreateCommandQueueWithPropertiesKHR(
    decltype(&::clCreateCommandQueueWithPropertiesKHR) create, cl_context context, cl_device_id device,
    const cl_queue_properties_khr* properties, cl_int* errcode_ret) {
  return made(create(context, device, properties, errcode_ret));
}

}  // namespace by_name
}  // namespace launchproof::shim

// Commands that change memory objects without a kernel, and calls after which the application's commands are
// complete. They are not recorded, but determine which copies of buffers are what a launch found.
#include <atomic>

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/contents.h"
#include "shim/opencl/launches/order.h"
#include "shim/opencl/launches/pending.h"
#include "shim/opencl/launches/wait.h"
#include "shim/opencl/launches/writing.h"
#include "shim/recording/activity.h"

namespace launchproof::shim {
namespace {

cl_int after(cl_int code, bool waited) {
  if (waited) look_after_pending(kForReading);
  return code;
}

// Once for the process.
void note_native_kernel() {
  static constinit std::atomic<bool> noted{false};
  if (!noted.exchange(true))
    record([] {
      writer().note(
          "native kernels were enqueued: functions of the host, which are not recorded and not verified");
    });
}

constexpr cl_map_flags kWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

std::shared_ptr<Activity> activity_of(cl_mem memory) {
  const auto known = memories().find(memory);
  return known == nullptr ? nullptr : known->activity;
}

void* mapped(cl_mem memory, cl_map_flags flags, void* at) {
  if (at == nullptr || (flags & kWrites) == 0 || contents_mode() == ContentsMode::None) return at;
  record([&] {
    if (const auto activity = activity_of(memory)) activity->add_mapping(at);
  });
  return at;
}

// If the call does not block, the application may write to the memory from the moment of the call on.
class Mapping {
 public:
  Mapping(cl_mem memory, cl_map_flags flags) {
    if ((flags & kWrites) != 0) d_writing.add(memory);
  }

 private:
  Writing d_writing;
};

}  // namespace

namespace hooks {

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* to, cl_uint wait_count, const cl_event* wait, cl_event* event) {
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  return after(order.end(next().clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, wait_count,
                                                    wait, event)),
               blocking != CL_FALSE);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* from, cl_uint wait_count, const cl_event* wait,
                            cl_event* event) {
  const Writing writing(buffer);
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  return order.end(
      next().clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, from, wait_count, wait, event));
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                const void* from, cl_uint wait_count, const cl_event* wait, cl_event* event) {
  const Writing writing(buffer);
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  return order.end(next().clEnqueueWriteBufferRect(queue, buffer, blocking, buffer_origin, host_origin,
                                                   region, buffer_row, buffer_slice, host_row, host_slice,
                                                   from, wait_count, wait, event));
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint wait_count, const cl_event* wait,
                           cl_event* event) {
  const Writing writing(buffer);
  Ordering order(queue, wait_count, wait, event);
  return order.end(next().clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset, size, wait_count,
                                              wait, event));
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint wait_count, const cl_event* wait,
                           cl_event* event) {
  const Writing writing(to);
  Ordering order(queue, wait_count, wait, event);
  return order.end(
      next().clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, wait_count, wait, event));
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                               const size_t* to_origin, const size_t* region, size_t from_row,
                               size_t from_slice, size_t to_row, size_t to_slice, cl_uint wait_count,
                               const cl_event* wait, cl_event* event) {
  const Writing writing(to);
  Ordering order(queue, wait_count, wait, event);
  return order.end(next().clEnqueueCopyBufferRect(queue, from, to, from_origin, to_origin, region, from_row,
                                                  from_slice, to_row, to_slice, wait_count, wait, event));
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* origin,
                                  const size_t* region, size_t offset, cl_uint wait_count,
                                  const cl_event* wait, cl_event* event) {
  const Writing writing(to);
  Ordering order(queue, wait_count, wait, event);
  return order.end(
      next().clEnqueueCopyImageToBuffer(queue, from, to, origin, region, offset, wait_count, wait, event));
}

// Images may share the bytes of a buffer.
cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
                                  const size_t* origin, const size_t* region, cl_uint wait_count,
                                  const cl_event* wait, cl_event* event) {
  const Writing writing(to);
  Ordering order(queue, wait_count, wait, event);
  return order.end(
      next().clEnqueueCopyBufferToImage(queue, from, to, offset, origin, region, wait_count, wait, event));
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                          const size_t* to_origin, const size_t* region, cl_uint wait_count,
                          const cl_event* wait, cl_event* event) {
  const Writing writing(to);
  Ordering order(queue, wait_count, wait, event);
  return order.end(
      next().clEnqueueCopyImage(queue, from, to, from_origin, to_origin, region, wait_count, wait, event));
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                           const size_t* region, size_t row, size_t slice, const void* from,
                           cl_uint wait_count, const cl_event* wait, cl_event* event) {
  const Writing writing(image);
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  return order.end(next().clEnqueueWriteImage(queue, image, blocking, origin, region, row, slice, from,
                                              wait_count, wait, event));
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* color, const size_t* origin,
                          const size_t* region, cl_uint wait_count, const cl_event* wait, cl_event* event) {
  const Writing writing(image);
  Ordering order(queue, wait_count, wait, event);
  return order.end(next().clEnqueueFillImage(queue, image, color, origin, region, wait_count, wait, event));
}

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                         size_t offset, size_t size, cl_uint wait_count, const cl_event* wait,
                         cl_event* event, cl_int* errcode_ret) {
  const Mapping mapping(buffer, flags);
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  void* const at = next().clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, wait_count, wait,
                                             event, errcode_ret);
  if (at != nullptr) order.end_taken();
  return mapped(buffer, flags, at);
}

void* clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t* origin, const size_t* region, size_t* row, size_t* slice,
                        cl_uint wait_count, const cl_event* wait, cl_event* event, cl_int* errcode_ret) {
  const Mapping mapping(image, flags);
  Ordering order(queue, wait_count, wait, event, blocking_flags(blocking));
  void* const at = next().clEnqueueMapImage(queue, image, blocking, flags, origin, region, row, slice,
                                            wait_count, wait, event, errcode_ret);
  if (at != nullptr) order.end_taken();
  return mapped(image, flags, at);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* at, cl_uint wait_count,
                               const cl_event* wait, cl_event* event) {
  const Writing writing(memory);
  Ordering order(queue, wait_count, wait, event);
  const cl_int code = order.end(next().clEnqueueUnmapMemObject(queue, memory, at, wait_count, wait, event));
  if (code != CL_SUCCESS || contents_mode() == ContentsMode::None) return code;
  record([&] {
    if (const auto activity = activity_of(memory)) activity->remove_mapping(at);
  });
  return code;
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK* function)(void*), void* arguments,
                             size_t bytes, cl_uint count, const cl_mem* objects, const void** places,
                             cl_uint wait_count, const cl_event* wait, cl_event* event) {
  Writing writing;
  for (cl_uint i = 0; objects != nullptr && i < count; ++i) writing.add(objects[i]);
  Ordering order(queue, wait_count, wait, event);
  const cl_int code = order.end(next().clEnqueueNativeKernel(queue, function, arguments, bytes, count,
                                                             objects, places, wait_count, wait, event));
  if (code == CL_SUCCESS) note_native_kernel();
  return code;
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  Ordering order(nullptr, count, events, nullptr, capture::kHostWaits);
  return after(order.end(next().clWaitForEvents(count, events)), true);
}

cl_int clFinish(cl_command_queue queue) {
  Ordering order(queue, 0, nullptr, nullptr, capture::kAllEarlier | capture::kHostWaits);
  return after(order.end(next().clFinish(queue)), true);
}

// The queue's pending launches are completed while its commands can still be queried.
cl_int clReleaseCommandQueue(cl_command_queue queue) {
  look_after_pending(kForReading);
  return released(made_queues(), queue, [queue](cl_command_queue handle) {
    record([&] { forget_released_queue(queue); });
    return next().clReleaseCommandQueue(handle);
  });
}

}  // namespace hooks
}  // namespace launchproof::shim

// Calls the functions for command queues, events, markers and barriers.
#include "call.h"

namespace conformance {

void queues(const Setup& with) {
  MAKE(clCreateCommandQueue, nullptr, with.device, 0);
  MAKE(clCreateCommandQueue, with.context, nullptr, 0);
  MAKE(clCreateCommandQueue, with.context, with.device, 1U << 20);
  const cl_queue_properties right[] = {CL_QUEUE_PROPERTIES,
                                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_queue_properties wrong[] = {0xBAD, 1, 0};
  MAKE(clCreateCommandQueueWithProperties, with.context, with.device, wrong);
  MAKE(clCreateCommandQueueWithProperties, nullptr, with.device, right);
  cl_command_queue queue = MAKE(clCreateCommandQueueWithProperties, with.context, with.device, right);
  for (const cl_command_queue_info name :
       {CL_QUEUE_REFERENCE_COUNT, CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE, 0xBAD})
    ANSWER(clGetCommandQueueInfo, name, Bytes, queue);
  for (const cl_command_queue_info name : {CL_QUEUE_CONTEXT, CL_QUEUE_DEVICE, CL_QUEUE_PROPERTIES_ARRAY})
    ANSWER(clGetCommandQueueInfo, name, Size, queue);
  CALL(clGetCommandQueueInfo, nullptr, CL_QUEUE_DEVICE, 0, nullptr, nullptr);
  CALL(clSetDefaultDeviceCommandQueue, with.context, with.device, queue);
  CALL(clSetDefaultDeviceCommandQueue, nullptr, with.device, queue);
  cl_command_queue_properties old = 0;
  CALL(clSetCommandQueueProperty, nullptr, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old);
  if (with.is_complete) CALL(clSetCommandQueueProperty, queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old);
  CALL(clRetainCommandQueue, queue);
  CALL(clReleaseCommandQueue, queue);
  CALL(clRetainCommandQueue, nullptr);
  CALL(clReleaseCommandQueue, nullptr);
  CALL(clFlush, queue);
  CALL(clFlush, nullptr);
  CALL(clFinish, queue);
  CALL(clFinish, nullptr);
  CALL(clReleaseCommandQueue, queue);
}

namespace {

void CL_CALLBACK count_event(cl_event, cl_int status, void* count) {
  if (status == CL_COMPLETE) ++*static_cast<int*>(count);
}

void user_events(const Setup& with) {
  MAKE(clCreateUserEvent, nullptr);
  cl_event event = MAKE(clCreateUserEvent, with.context);
  static int count = 0;
  CALL(clSetEventCallback, event, CL_COMPLETE, count_event, &count);
  CALL(clSetEventCallback, event, 99, count_event, &count);
  CALL(clSetEventCallback, nullptr, CL_COMPLETE, count_event, &count);
  ANSWER(clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, Bytes, event);
  CALL(clSetUserEventStatus, event, 5);
  CALL(clSetUserEventStatus, event, CL_COMPLETE);
  CALL(clSetUserEventStatus, event, CL_COMPLETE);
  CALL(clSetUserEventStatus, nullptr, CL_COMPLETE);
  CALL(clWaitForEvents, 1, &event);
  std::printf("callbacks: %d\n", count);
  ANSWER(clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, Bytes, event);
  CALL(clReleaseEvent, event);
}

void ask_event(cl_event event) {
  CALL(clRetainEvent, event);
  for (const cl_event_info name :
       {CL_EVENT_COMMAND_TYPE, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_EVENT_REFERENCE_COUNT, 0xBAD})
    ANSWER(clGetEventInfo, name, Bytes, event);
  for (const cl_event_info name : {CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT})
    ANSWER(clGetEventInfo, name, Size, event);
  for (const cl_profiling_info name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE, 0xBAD})
    ANSWER(clGetEventProfilingInfo, name, Size, event);
  CALL(clGetEventInfo, nullptr, CL_EVENT_COMMAND_TYPE, 0, nullptr, nullptr);
  CALL(clGetEventProfilingInfo, nullptr, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr);
  CALL(clReleaseEvent, event);
  CALL(clRetainEvent, nullptr);
  CALL(clReleaseEvent, nullptr);
}

}  // namespace

void events(const Setup& with) {
  user_events(with);
  cl_event first = nullptr, second = nullptr, third = nullptr;
  CALL(clEnqueueMarkerWithWaitList, with.queue, 0, nullptr, &first);
  CALL(clEnqueueMarkerWithWaitList, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueMarkerWithWaitList, with.queue, 1, nullptr, nullptr);
  CALL(clEnqueueBarrierWithWaitList, with.queue, 1, &first, &second);
  CALL(clEnqueueBarrierWithWaitList, nullptr, 0, nullptr, nullptr);
  CALL(clEnqueueBarrierWithWaitList, with.queue, 0, &first, nullptr);
  CALL(clEnqueueMarker, with.queue, &third);
  CALL(clEnqueueMarker, nullptr, &third);
  CALL(clEnqueueMarker, with.queue, nullptr);
  const cl_event both[] = {first, second};
  CALL(clEnqueueWaitForEvents, nullptr, 2, both);
  if (with.is_complete) CALL(clEnqueueWaitForEvents, with.queue, 2, both);
  CALL(clEnqueueBarrier, with.queue);
  CALL(clEnqueueBarrier, nullptr);
  CALL(clWaitForEvents, 2, both);
  CALL(clWaitForEvents, 0, nullptr);
  CALL(clFinish, with.queue);
  ask_event(first);
  for (cl_event event : {first, second, third})
    if (event != nullptr) CALL(clReleaseEvent, event);
}

}  // namespace conformance

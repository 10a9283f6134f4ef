/* Two launches, "first" and "second", over one buffer. The argument says what is between them, and so whether
 * they may run at once: in_order        one queue in order                        no unordered       one
 * queue out of order                    yes event           the second waits for the first's event    no
 *   barrier         a barrier between them                    no
 *   old_barrier     the same by clEnqueueBarrier              no
 *   old_wait        clEnqueueWaitForEvents between them       no
 *   early_barrier   a barrier before both                     yes
 *   marker          the second waits for a marker             no
 *   early_marker    the same with a marker set before both    yes
 *   queues          two queues in order                       yes
 *   through_write   two queues; a write waits for the first, the second for the write: no
 *   other_event     two queues; the second waits for the event of a write before the first: yes
 *   user_event      two queues; both wait for one user event  yes
 *   finish          two queues, the first finished between    no
 *   finish_other    two queues, the second finished between   yes
 *   wait            two queues, the host waits for the first  no
 *   poll            two queues, the host sees it complete     no
 *   read            two queues, a blocking read in the first  no
 *   read_other      two queues, a blocking read in the second yes
 *   reused_queue    two queues out of order, of which the first is released and the second made after that:
 * yes repeats         one queue out of order, one launch twice  yes, with itself many            two queues;
 * many launches, a finish, then one of each: see the test busy            as "queues", with a thousand
 * launches and finishes before in one queue alone: yes */
#include "common.h"

static struct setup with;
static cl_command_queue first_queue, second_queue;
static cl_kernel first, second;
static cl_mem buffer;

static cl_command_queue make_queue(cl_command_queue_properties properties) {
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(with.context, with.device, properties, &code);
  CHECK(code);
  return queue;
}

static void enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* wait,
                    cl_event* event) {
  const size_t global = 16;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, count, wait, event));
}

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "in_order";
#define IS(word) (strcmp(mode, word) == 0)
  with = make_setup();
  const int one_queue = IS("unordered") || IS("event") || strstr(mode, "barrier") != NULL || IS("old_wait") ||
                        strstr(mode, "marker") != NULL || IS("repeats");
  first_queue = make_queue(one_queue ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
  second_queue = one_queue || IS("in_order") ? first_queue : make_queue(0);
  cl_program program = make_program(&with,
                                    "__kernel void first(__global int* out) { out[0] = 1; }\n"
                                    "__kernel void second(__global int* out) { out[0] = 2; }\n",
                                    "");
  first = make_kernel(program, "first");
  second = make_kernel(program, "second");
  buffer = make_buffer(&with, 64);
  CHECK(clSetKernelArg(first, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(second, 0, sizeof buffer, &buffer));

  cl_event event = NULL, other = NULL;
  cl_int number = 0, status = 0;
  if (IS("early_barrier")) CHECK(clEnqueueBarrierWithWaitList(first_queue, 0, NULL, NULL));
  if (IS("early_marker")) CHECK(clEnqueueMarkerWithWaitList(first_queue, 0, NULL, &event));
  if (IS("other_event"))
    CHECK(clEnqueueWriteBuffer(first_queue, buffer, CL_FALSE, 0, sizeof number, &number, 0, NULL, &event));
  if (IS("user_event")) {
    event = clCreateUserEvent(with.context, &status);
    CHECK(status);
    CHECK(clSetUserEventStatus(event, CL_COMPLETE));
  }
  if (IS("reused_queue")) {
    cl_command_queue gone = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    enqueue(gone, first, 0, NULL, NULL);
    CHECK(clReleaseCommandQueue(gone));
    second_queue = make_queue(0);
    enqueue(second_queue, second, 0, NULL, NULL);
    return 0;
  }
  if (IS("busy") || IS("many")) {
    for (int i = 0; i < 1000; ++i) {
      enqueue(first_queue, first, 0, NULL, i % 2 == 0 ? &other : NULL);
      if (i % 2 == 0) CHECK(clReleaseEvent(other));
      if (IS("many")) enqueue(second_queue, first, 0, NULL, NULL);
      if (IS("busy")) CHECK(clFinish(first_queue));
    }
    if (IS("many")) {
      CHECK(clFinish(first_queue));
      CHECK(clFinish(second_queue));
    }
  }
  enqueue(first_queue, first, IS("user_event"), IS("user_event") ? &event : NULL,
          IS("event") || IS("through_write") || IS("wait") || IS("poll") || IS("old_wait") ? &event : NULL);

  if (IS("barrier")) CHECK(clEnqueueBarrierWithWaitList(first_queue, 0, NULL, NULL));
  if (IS("old_barrier")) CHECK(clEnqueueBarrier(first_queue));
  if (IS("old_wait")) CHECK(clEnqueueWaitForEvents(first_queue, 1, &event));
  if (IS("marker")) CHECK(clEnqueueMarkerWithWaitList(first_queue, 0, NULL, &event));
  if (IS("through_write")) {
    CHECK(clEnqueueWriteBuffer(second_queue, buffer, CL_FALSE, 0, sizeof number, &number, 1, &event, &other));
    event = other;
  }
  if (IS("finish")) CHECK(clFinish(first_queue));
  if (IS("finish_other")) CHECK(clFinish(second_queue));
  if (IS("wait")) CHECK(clWaitForEvents(1, &event));
  if (IS("poll"))
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  if (IS("read") || IS("read_other"))
    CHECK(clEnqueueReadBuffer(IS("read") ? first_queue : second_queue, buffer, CL_TRUE, 0, sizeof number,
                              &number, 0, NULL, NULL));
  const int waits = event != NULL && !IS("wait") && !IS("poll") && !IS("old_wait");
  enqueue(second_queue, IS("repeats") ? first : second, waits, waits ? &event : NULL, NULL);
  return 0;
}

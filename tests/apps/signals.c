/* Two launches, "first" and "second", over one buffer in two queues, and a user event or a callback of an
 * event between them. The argument says how, and so whether they may run at once. The second waits for the
 * user event, and is enqueued before it is completed, unless it is a callback that enqueues it: waited the
 * host waits for the first, then completes the event               no polled             the host sees the
 * first complete, then completes the event           no finished           the same after clFinish no read
 * the same after a blocking read in the first's queue                  no later              as waited, and
 * the first is enqueued behind the second               no in_order           as waited, and the second waits
 * for nothing itself, but stands behind a marker that does: no marker             as waited, and a barrier
 * waits in the second's place                 no not_waited         the event is completed without waiting
 * yes too_late           the event is completed, then the host waits                          yes other_queue
 * the host finishes the second's queue's sibling, not the first's      yes failed             as waited, and
 * the event is set to an error                          yes never              as waited, and the event is
 * never set                                yes reused             as waited with an event that was set before
 * and whose handle is used again: yes thread             another thread completes the event, while this one
 * has waited        yes thread_waited      another thread waits for the first, and completes the event no
 *   thread_told        one thread waits and completes an event; another waits for that and completes the
 * second's: no callback           a callback of the first for CL_COMPLETE enqueues the second          no
 *   callback_running, callback_submitted  the same for CL_RUNNING and CL_SUBMITTED           yes
 *   callback_other     a callback of another command enqueues the second                    yes
 *   callback_signals   a callback of the first completes the event                          no
 * *   callback_polls     the host waits for the first; a callback of another command sees it complete too,
 * and completes the event: no callback_of_user   a callback of a user event, completed by who has waited,
 * completes the event: no callback_before    a callback of the first does something, then one of another
 * command enqueues the second: yes callback_and_host  a callback of the first sees it complete, then this
 * thread enqueues the second: yes many               as waited, behind a thousand user events that were made
 * and completed while one queue was in use alone: no Says what the callbacks were given. */
#include <pthread.h>
#include <semaphore.h>

#include "common.h"

static struct setup with;
static cl_command_queue first_queue, second_queue;
static cl_kernel first, second;
static cl_mem buffer;
static cl_event of_first, user, other_user;
static sem_t done;
static const char* mode;
#define IS(word) (strcmp(mode, word) == 0)

static cl_command_queue make_queue(void) {
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(with.context, with.device, 0, &code);
  CHECK(code);
  return queue;
}

static cl_event make_user_event(void) {
  cl_int code = CL_SUCCESS;
  cl_event made = clCreateUserEvent(with.context, &code);
  CHECK(code);
  return made;
}

static void enqueue(cl_command_queue queue, cl_kernel kernel, const cl_event* wait, cl_event* event) {
  const size_t global = 16;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, wait != NULL, wait, event));
  CHECK(clFlush(queue));
}

static void write_number(cl_command_queue queue, cl_event* event) {
  static cl_int number = 0;
  CHECK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof number, &number, 0, NULL, event));
  CHECK(clFlush(queue));
}

static void see_complete(cl_event event) {
  cl_int status = CL_QUEUED;
  while (status != CL_COMPLETE)
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
}

static void CL_CALLBACK notified(cl_event event, cl_int status, void* data) {
  printf("%s event, %s data, status %d\n", event == *(cl_event*)data ? "its" : "another",
         data == &user || data == &other_user || data == &of_first ? "its" : "other", status);
  if (IS("callback_signals") || IS("callback_polls") || IS("callback_of_user")) {
    if (IS("callback_polls")) see_complete(of_first);
    CHECK(clSetUserEventStatus(user, CL_COMPLETE));
  } else if (IS("callback_and_host")) {
    see_complete(event);
  } else if (IS("callback_before") && data == &of_first) {
    CHECK(clSetUserEventStatus(user, CL_COMPLETE));
  } else {
    enqueue(second_queue, second, NULL, NULL);
  }
  sem_post(&done);
}

static void* signal_in_thread(void* unused) {
  if (IS("thread_waited") || IS("thread_told")) CHECK(clWaitForEvents(1, &of_first));
  CHECK(clSetUserEventStatus(IS("thread_told") ? other_user : user, CL_COMPLETE));
  return unused;
}

static void run_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, signal_in_thread, NULL) != 0) exit(kFailure);
  pthread_join(thread, NULL);
}

static void run_callbacks(void) {
  const int type = IS("callback_running")     ? CL_RUNNING
                   : IS("callback_submitted") ? CL_SUBMITTED
                                              : CL_COMPLETE;
  cl_event* of = &of_first;
  if (IS("callback_other") || IS("callback_polls") || IS("callback_before")) {
    if (IS("callback_polls")) CHECK(clWaitForEvents(1, &of_first));
    write_number(IS("callback_polls") ? make_queue() : second_queue, &other_user);
    of = &other_user;
  }
  if (IS("callback_of_user")) {
    other_user = make_user_event();
    of = &other_user;
  }
  if (IS("callback_before")) {
    CHECK(clSetEventCallback(of_first, CL_COMPLETE, notified, &of_first));
    sem_wait(&done);
  }
  CHECK(clSetEventCallback(*of, type, notified, of));
  if (IS("callback_of_user")) {
    CHECK(clWaitForEvents(1, &of_first));
    CHECK(clSetUserEventStatus(other_user, CL_COMPLETE));
  }
  sem_wait(&done);
  if (IS("callback_and_host")) enqueue(second_queue, second, NULL, NULL);
}

static void finish_user_event(void) {
  cl_int number = 0;
  if (IS("read")) {
    CHECK(clEnqueueReadBuffer(first_queue, buffer, CL_TRUE, 0, sizeof number, &number, 0, NULL, NULL));
  } else if (IS("finished")) {
    CHECK(clFinish(first_queue));
  } else if (IS("other_queue")) {
    CHECK(clFinish(make_queue()));
  } else if (IS("polled")) {
    see_complete(of_first);
  } else if (!IS("not_waited") && !IS("too_late") && strncmp(mode, "thread_", 7) != 0) {
    CHECK(clWaitForEvents(1, &of_first));
  }
  if (IS("never")) return;
  if (strncmp(mode, "thread", 6) != 0) {
    CHECK(clSetUserEventStatus(user, IS("failed") ? -5 : CL_COMPLETE));
  } else {
    if (IS("thread_told")) other_user = make_user_event();
    run_thread();
    if (IS("thread_told")) {
      CHECK(clWaitForEvents(1, &other_user));
      CHECK(clSetUserEventStatus(user, CL_COMPLETE));
    }
  }
  if (IS("too_late")) CHECK(clWaitForEvents(1, &of_first));
}

int main(int argc, char** argv) {
  mode = argc > 1 ? argv[1] : "waited";
  with = make_setup();
  sem_init(&done, 0, 0);
  first_queue = make_queue();
  second_queue = make_queue();
  cl_program program = make_program(&with,
                                    "__kernel void first(__global int* out) { out[0] = 1; }\n"
                                    "__kernel void second(__global int* out) { out[0] = 2; }\n",
                                    "");
  first = make_kernel(program, "first");
  second = make_kernel(program, "second");
  buffer = make_buffer(&with, 64);
  CHECK(clSetKernelArg(first, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(second, 0, sizeof buffer, &buffer));
  for (int i = 0; IS("many") && i < 1000; ++i) {
    cl_event made = make_user_event();
    enqueue(first_queue, first, NULL, NULL);
    CHECK(clFinish(first_queue));
    CHECK(clSetUserEventStatus(made, CL_COMPLETE));
    CHECK(clReleaseEvent(made));
  }

  if (IS("reused")) {
    user = make_user_event();
    CHECK(clSetUserEventStatus(user, CL_COMPLETE));
    CHECK(clReleaseEvent(user));
  }
  user = make_user_event();
  if (!IS("later")) enqueue(first_queue, first, NULL, &of_first);
  if (IS("reused")) { /* completed before the first is waited for */
    enqueue(second_queue, second, &user, NULL);
    CHECK(clSetUserEventStatus(user, CL_COMPLETE));
    CHECK(clWaitForEvents(1, &of_first));
  } else if (strncmp(mode, "callback", 8) == 0) {
    if (IS("callback_signals") || IS("callback_polls") || IS("callback_of_user"))
      enqueue(second_queue, second, &user, NULL);
    run_callbacks();
  } else {
    if (IS("in_order")) CHECK(clEnqueueMarkerWithWaitList(second_queue, 1, &user, NULL));
    if (IS("marker")) CHECK(clEnqueueBarrierWithWaitList(second_queue, 1, &user, NULL));
    enqueue(second_queue, second, IS("in_order") || IS("marker") ? NULL : &user, NULL);
    if (IS("later")) enqueue(first_queue, first, NULL, &of_first);
    finish_user_event();
  }
  if (!IS("never") && !IS("failed")) CHECK(clFinish(second_queue));
  return 0;
}

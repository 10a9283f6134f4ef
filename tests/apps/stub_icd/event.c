/* User events, and functions that are called when an event comes to a status. Commands are complete at once.
 */
#include <pthread.h>

#include "stub.h"

cl_event stub_clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  (void)context;
  stub_set(errcode_ret, CL_SUCCESS);
  cl_event made = stub_new(sizeof(struct _cl_event));
  made->is_open = 1;
  return made;
}

static void* call(void* event) {
  cl_event of = event;
  of->notify(of, of->notified != CL_COMPLETE && of->error == CL_SUCCESS ? of->notified : of->error, of->data);
  return NULL;
}

/* In a thread of the driver's own, or in the caller's. */
static void notify(cl_event event) {
  const char* where = getenv("LAUNCHPROOF_STUB_CALLBACK");
  pthread_t thread;
  if (where != NULL && strcmp(where, "here") == 0) {
    call(event);
  } else if (pthread_create(&thread, NULL, call, event) == 0) {
    pthread_join(thread, NULL);
  }
}

cl_int stub_clSetUserEventStatus(cl_event event, cl_int status) {
  if (event == NULL) return CL_INVALID_EVENT;
  if (status > CL_COMPLETE) return CL_INVALID_VALUE;
  event->error = status;
  event->is_open = 0;
  if (event->notify != NULL) notify(event);
  event->notify = NULL;
  return CL_SUCCESS;
}

cl_int stub_clSetEventCallback(cl_event event, cl_int type,
                               void(CL_CALLBACK* function)(cl_event, cl_int, void*), void* data) {
  if (event == NULL) return CL_INVALID_EVENT;
  if (function == NULL || type < CL_COMPLETE || type > CL_SUBMITTED) return CL_INVALID_VALUE;
  const char* error = getenv("LAUNCHPROOF_STUB_CALLBACK");
  if (error != NULL && strcmp(error, "error") == 0) event->error = CL_OUT_OF_RESOURCES;
  event->notify = function;
  event->data = data;
  event->notified = type;
  if (!event->is_open) notify(event);
  return CL_SUCCESS;
}

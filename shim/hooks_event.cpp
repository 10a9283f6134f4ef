// Events that the application completes itself: a launch that waits for one cannot be waited for.
#include "shim/next.h"
#include "shim/objects.h"

namespace launchproof::shim::hooks {

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  cl_event made = next().clCreateUserEvent(context, errcode_ret);
  if (made != nullptr) record([&] { open_user_events().insert(made, std::make_shared<UserEvent>()); });
  return made;
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  const cl_int code = next().clSetUserEventStatus(event, status);
  if (code == CL_SUCCESS) record([&] { open_user_events().forget(event); });
  return code;
}

cl_int clRetainEvent(cl_event event) {
  return retained(open_user_events(), event, next().clRetainEvent);
}

// One that was released for the last time will never be set.
cl_int clReleaseEvent(cl_event event) {
  return released(open_user_events(), event, next().clReleaseEvent);
}

}  // namespace launchproof::shim::hooks

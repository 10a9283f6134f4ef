// Events that the application completes itself: a launch that waits for one cannot be waited for.
#include "shim/contents.h"
#include "shim/next.h"
#include "shim/section.h"

namespace launchproof::shim::hooks {

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  cl_event made = next().clCreateUserEvent(context, errcode_ret);
  if (made != nullptr) record([&] { user_event_made(made); });
  return made;
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  const cl_int code = next().clSetUserEventStatus(event, status);
  if (code == CL_SUCCESS) record([&] { user_event_set(event); });
  return code;
}

}  // namespace launchproof::shim::hooks

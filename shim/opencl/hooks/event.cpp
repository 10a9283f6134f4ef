// Events that the application completes itself, and callbacks. A launch that waits for such an event cannot
// be waited for; it follows everything that the application knows to be complete when it completes the event.
// Callbacks are functions of the application that are called when an event is complete.
#include <atomic>
#include <new>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/actor.h"
#include "shim/opencl/launches/order.h"

namespace launchproof::shim {
namespace {

using Notify = void(CL_CALLBACK*)(cl_event, cl_int, void*);

// A callback that the application registered. It is owned by the call that registers it, and by the driver
// until the driver calls it.
struct Registered {
  Notify notify;
  void* data;
  cl_int type;
  std::atomic<int> holders{2};
  std::atomic<bool> was_called{false};
};

void let_go(Registered* registered) {
  if (registered->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete registered;
}

// Called by the driver in place of the application's function.
void CL_CALLBACK notify(cl_event event, cl_int status, void* data) {
  auto* const registered = static_cast<Registered*>(data);
  const Notify function = registered->notify;
  void* const its_data = registered->data;
  const bool is_complete = registered->type == CL_COMPLETE && status == CL_COMPLETE;
  registered->was_called.store(true, std::memory_order_relaxed);
  let_go(registered);
  const CallbackScope scope(is_complete ? event : nullptr);
  function(event, status, its_data);
}

}  // namespace

namespace hooks {

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  cl_event made = next().clCreateUserEvent(context, errcode_ret);
  if (made == nullptr) return made;
  record([&] { open_user_events().insert(made, std::make_shared<UserEvent>()); });
  note_user_event(made);
  return made;
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  const std::uint32_t begin = recording_is_on() ? writer().order_now() : 0;
  const cl_int code = next().clSetUserEventStatus(event, status);
  if (code != CL_SUCCESS) return code;
  record([&] { open_user_events().forget(event); });
  note_signal(event, begin, status);
  return code;
}

// The driver rejects a missing function.
cl_int clSetEventCallback(cl_event event, cl_int type, Notify function, void* data) {
  Registered* const registered = function == nullptr || !recording_is_on()
                                     ? nullptr
                                     : new (std::nothrow) Registered{function, data, type};
  if (registered == nullptr) return next().clSetEventCallback(event, type, function, data);
  const cl_int code = next().clSetEventCallback(event, type, &notify, registered);
  if (code != CL_SUCCESS && !registered->was_called.load(std::memory_order_relaxed)) let_go(registered);
  let_go(registered);
  return code;
}

cl_int clRetainEvent(cl_event event) {
  return retained(open_user_events(), event, next().clRetainEvent);
}

// An event whose last reference was released will never be completed.
cl_int clReleaseEvent(cl_event event) {
  return released(open_user_events(), event, next().clReleaseEvent);
}

}  // namespace hooks
}  // namespace launchproof::shim

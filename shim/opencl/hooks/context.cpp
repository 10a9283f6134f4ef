// Contexts: counts the references held by the application, so that the shim does not keep a context alive
// that the application has released.
#include <map>
#include <mutex>

#include "shim/opencl/devices/device_type.h"
#include "shim/opencl/devices/platform.h"
#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/contents.h"
#include "shim/opencl/launches/pending.h"
#include "shim/opencl/launches/wait.h"

namespace launchproof::shim {
namespace {

// Only locked within a section.
struct Contexts {
  std::mutex mutex;
  std::map<cl_context, unsigned> held;
};

Contexts& contexts() {
  static auto& instance = *new Contexts;
  return instance;
}

cl_context made(cl_context context) {
  if (context == nullptr || contents_mode() == ContentsMode::None) return context;
  record([&] {
    const std::lock_guard lock(contexts().mutex);
    contexts().held[context] = 1;
  });
  return context;
}

}  // namespace

namespace hooks {

cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                           const cl_device_id* devices,
                           void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                           cl_int* errcode_ret) {
  return made(next().clCreateContext(properties, count, devices, notify, data, errcode_ret));
}

cl_context clCreateContextFromType(const cl_context_properties* properties, cl_device_type type,
                                   void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                   void* data, cl_int* errcode_ret) {
  const auto asked = type_to_ask(type);
  if (!asked) {
    if (errcode_ret != nullptr) *errcode_ret = CL_DEVICE_NOT_FOUND;
    return nullptr;
  }
  std::vector<cl_context_properties> storage;
  return made(next().clCreateContextFromType(naming_platform(properties, storage), *asked, notify, data,
                                             errcode_ret));
}

cl_int clRetainContext(cl_context context) {
  const cl_int code = next().clRetainContext(context);
  if (code != CL_SUCCESS || contents_mode() == ContentsMode::None) return code;
  record([&] {
    const std::lock_guard lock(contexts().mutex);
    const auto known = contexts().held.find(context);
    if (known != contexts().held.end()) ++known->second;
  });
  return code;
}

// After releasing the last reference, the application may wait for the context to be destroyed without
// calling anything else.
cl_int clReleaseContext(cl_context context) {
  look_after_pending(kForReading);
  bool is_last = false;
  if (contents_mode() != ContentsMode::None) {
    record([&] {
      const std::lock_guard lock(contexts().mutex);
      const auto known = contexts().held.find(context);
      if (known == contexts().held.end() || --known->second != 0) return;
      contexts().held.erase(known);
      is_last = true;
    });
  }
  if (is_last) give_up_pending(context);
  return next().clReleaseContext(context);
}

}  // namespace hooks
}  // namespace launchproof::shim

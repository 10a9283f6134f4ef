#include "shim/opencl/devices/device_type.h"

#include <cstdlib>
#include <string_view>

#include "shim/recording/recorder.h"

namespace launchproof::shim {
namespace {

// Custom devices do not run programs, and keep their type.
constexpr cl_device_type kReplaced = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;

cl_device_type read_type() {
  const std::string_view word = device_type_as();
  if (word == "gpu") return CL_DEVICE_TYPE_GPU;
  return word == "cpu" ? CL_DEVICE_TYPE_CPU : 0;
}

}  // namespace

cl_device_type pretended_type() {
  static const cl_device_type type = read_type();
  return type;
}

std::optional<cl_device_type> type_to_ask(cl_device_type type) {
  if (pretended_type() == 0 || (type & kReplaced) == 0) return type;
  if ((type & pretended_type()) != 0) return type | kReplaced;
  const cl_device_type rest = type & ~kReplaced;
  if (rest == 0) return std::nullopt;
  return rest;
}

cl_device_type shown_type(cl_device_type type) {
  if (pretended_type() == 0 || (type & kReplaced) == 0) return type;
  return (type & ~kReplaced) | pretended_type();
}

}  // namespace launchproof::shim

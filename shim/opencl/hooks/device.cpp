// Devices, which can be presented with another type. Otherwise the calls are passed on unchanged.
#include <cstring>

#include "shim/opencl/devices/device_type.h"
#include "shim/opencl/devices/platform.h"
#include "shim/opencl/entry/next.h"

namespace launchproof::shim::hooks {

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint entries, cl_device_id* devices,
                      cl_uint* count) {
  const auto function = next().clGetDeviceIDs;
  if (lacks_platform(platform)) return CL_INVALID_PLATFORM;
  platform = platform_or_shown(platform);
  if (const auto asked = type_to_ask(type)) return function(platform, *asked, entries, devices, count);
  // No device has this type. The driver still reports errors in the other arguments.
  if ((entries == 0) == (devices != nullptr) || (devices == nullptr && count == nullptr)) {
    return CL_INVALID_VALUE;
  }
  cl_uint any = 0;
  const cl_int code = function(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &any);
  if (code != CL_SUCCESS) return code;
  if (count != nullptr) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void* value, size_t* size_ret) {
  const cl_int code = next().clGetDeviceInfo(device, name, size, value, size_ret);
  if (name != CL_DEVICE_TYPE || code != CL_SUCCESS || value == nullptr || pretended_type() == 0) return code;
  cl_device_type type = 0;
  std::memcpy(&type, value, sizeof type);
  type = shown_type(type);
  std::memcpy(value, &type, sizeof type);
  return code;
}

}  // namespace launchproof::shim::hooks

// Hooks platform functions, which can hide all platforms except one. Otherwise, passes calls on unchanged.
#include "shim/opencl/devices/platform.h"
#include "shim/opencl/entry/next.h"

namespace launchproof::shim::hooks {

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id* platforms, cl_uint* count) {
  const auto shown = shown_platform();
  if (!shown) return next().clGetPlatformIDs(entries, platforms, count);
  if ((entries == 0 && platforms != nullptr) || (platforms == nullptr && count == nullptr))
    return CL_INVALID_VALUE;
  if (count != nullptr) *count = *shown == nullptr ? 0 : 1;
  if (*shown == nullptr) return CL_PLATFORM_NOT_FOUND_KHR;
  if (platforms != nullptr) platforms[0] = *shown;
  return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void* value,
                         size_t* size_ret) {
  if (lacks_platform(platform)) return CL_INVALID_PLATFORM;
  return next().clGetPlatformInfo(platform_or_shown(platform), name, size, value, size_ret);
}

}  // namespace launchproof::shim::hooks

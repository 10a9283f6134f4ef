// Functions that the application gets by name. What they are called with goes past the shim.
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "shim/next.h"
#include "shim/recorder.h"
#include "shim/section.h"

namespace launchproof::shim {
namespace {

// Whether calls of the function launch kernels, or decide what a later launch gets or runs.
bool matters_to_launches(std::string_view name) {
  if (name.find("CommandBuffer") != std::string_view::npos) return true;  // cl_khr_command_buffer
  if (name.starts_with("clCommand") || name.starts_with("clUpdateMutableCommands")) return true;
  if (name.starts_with("clSetKernelArg")) return true;
  if (name.starts_with("clEnqueueTask")) return true;
  if (name.starts_with("clEnqueue") && name.find("Kernel") != std::string_view::npos) {
    return name != "clEnqueueNativeKernel";  // a function of the host
  }
  return name == "clBuildProgram" || name == "clCompileProgram" || name == "clLinkProgram";
}

struct Asked {
  std::mutex mutex;
  std::set<std::string, std::less<>> names;
};

// Never destroyed: the application may call the API until its very end.
Asked& asked() {
  static auto& instance = *new Asked;
  return instance;
}

void* found_by_name(const char* name, void* function) {
  if (function == nullptr || name == nullptr || !matters_to_launches(name)) return function;
  record([&] {
    const std::lock_guard lock(asked().mutex);
    if (!asked().names.emplace(name).second) return;
    const std::string text = std::string("the application asked for the address of ") + name +
                             ", whose calls are not recorded: launches may be missing";
    writer().note(text.c_str(), capture::Missing::Launches);
  });
  return function;
}

}  // namespace

namespace hooks {

void* clGetExtensionFunctionAddress(const char* name) {
  return found_by_name(name, next().clGetExtensionFunctionAddress(name));
}

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name) {
  return found_by_name(name, next().clGetExtensionFunctionAddressForPlatform(platform, name));
}

}  // namespace hooks
}  // namespace launchproof::shim

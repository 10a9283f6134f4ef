// Functions that the application looks up by name. Those that launch kernels, or affect launches, are wrapped
// if the shim knows them; calls of other functions bypass it.
#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "shim/opencl/entry/by_name.h"
#include "shim/opencl/entry/next.h"
#include "shim/recording/recorder.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

struct Wrapped {
  std::string_view name;
  void* (*entry_of)(void* function);
};

constexpr Wrapped kWrapped[] = {
#define LAUNCHPROOF_BY_NAME(name, ...) {#name, &Entries<&by_name::name, decltype(::name)>::entry_of},
#define LAUNCHPROOF_BY_NAME_OWN(name, ...) {#name, &Entries<&by_name::name, types::name>::entry_of},
#include "shim/opencl/entry/hooks.def"
};

constexpr std::string_view kHarmless[] = {
#define LAUNCHPROOF_BY_NAME_PASS(name, ...) #name,
#include "shim/opencl/entry/hooks.def"
};

// Returns the hook of a function of the API itself. The hook calls the loader's function, which finds the
// driver through the object. Null if the name is not that of such a function, or if nobody else provides it.
void* hook_of(std::string_view name) {
#define LAUNCHPROOF_HOOK(function, ...) \
  if (name == #function)                \
    return next().function == nullptr ? nullptr : reinterpret_cast<void*>(&hooks::function);
#include "shim/opencl/entry/hooks.def"
  return nullptr;
}

// Returns what the application gets in place of the function; null if its calls bypass the shim.
void* wrapped(std::string_view name, void* function) {
  if (void* const hook = hook_of(name)) return hook;
  const auto* const found = std::ranges::find(kWrapped, name, &Wrapped::name);
  return found == std::end(kWrapped) ? nullptr : found->entry_of(function);
}

// Returns whether calls of the function launch kernels, or affect what a later launch gets or runs.
bool matters_to_launches(std::string_view name) {
  if (std::ranges::find(kHarmless, name) != std::end(kHarmless)) return false;
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

void note_unseen(std::string_view name) {
  const std::lock_guard lock(asked().mutex);
  if (!asked().names.emplace(name).second) return;
  const std::string text = "the application asked for the address of " + std::string(name) +
                           ", whose calls are not recorded: launches may be missing";
  writer().note(text.c_str(), capture::Missing::Launches);
}

void* found_by_name(const char* name, void* function) {
  if (function == nullptr || name == nullptr) return function;
  void* given = function;
  record([&] {
    if (void* const entry = wrapped(name, function))
      given = entry;
    else if (matters_to_launches(name))
      note_unseen(name);
  });
  return given;
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

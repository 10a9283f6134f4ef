// NVRTC's functions as the application may get them by name.
#pragma once

#include <string_view>

namespace launchproof::shim {

// Returns whether calls of the function of this name are looked at.
bool is_nvrtc_hooked(std::string_view name) noexcept;

// Returns whether another library of the application offers the hooked function of this name. Where none
// does, the hook must not be found either; dlerror() says so then.
bool is_nvrtc_behind(std::string_view name) noexcept;

// Returns what dlsym() gives for a function of NVRTC that the application looked up: a hook that goes on to
// `function`, or `function` itself when it is not hooked, or when the hooks go on to another library already.
void* nvrtc_given_for(void* function, std::string_view name) noexcept;

}  // namespace launchproof::shim

// Hooks for NVRTC functions that the application looks up by name.
#pragma once

#include <string_view>

namespace launchproof::shim {

// Returns whether calls of the function with this name are observed.
bool is_nvrtc_hooked(std::string_view name) noexcept;

// Returns whether another library of the application provides the hooked function of this name. If none does,
// the hook must not be found either, and dlerror() says so.
bool is_nvrtc_behind(std::string_view name) noexcept;

// Returns the result of dlsym() for an NVRTC function that the application looked up: a hook that forwards to
// `function`, or `function` itself if it is not hooked or if the hooks already forward to another library.
void* nvrtc_given_for(void* function, std::string_view name) noexcept;

}  // namespace launchproof::shim

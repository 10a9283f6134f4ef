// The functions behind those that the shim replaces.
#pragma once

#include <dlfcn.h>

namespace launchproof::shim {

// Sets `function` to what the dynamic linker finds by this name after the shim, unless it is set.
template <class Function>
void find_following(Function& function, const char* name) {
  if (function == nullptr) function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace launchproof::shim

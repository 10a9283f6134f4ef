// OpenCL libraries that the application opens and looks into by itself.
#pragma once

#include <string>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// dlsym() as it is behind ours.
using LookUp = void* (*)(void* handle, const char* name);
LookUp look_up_behind() noexcept;
// dlvsym() likewise.
using VersionLookUp = void* (*)(void* handle, const char* name, const char* version);
VersionLookUp version_look_up_behind() noexcept;

// Tell whether the address lies in a loaded library, and whether that is the shim.
bool is_loaded(const void* address);
bool is_own(const void* address);
// Returns whether both lie in one loaded library.
bool in_one_library(const void* one, const void* other);
// Returns the file of the library that has the address; empty when there is none.
std::string library_path(const void* address);

// Puts what the library at `caller` sees of OpenCL into the table: its own functions, and those of libraries
// that it was linked with. Nothing that is the shim's.
void find_as_caller(const void* caller, cl_icd_dispatch& table);

// Finds the functions of the OpenCL library that `following` comes from, where some entries of that are
// another library's which stands before it. Returns false when there is none that has all, or it cannot be
// told.
bool find_library(const cl_icd_dispatch& following, cl_icd_dispatch& table);

// Returns what dlsym() gives a caller at `caller` that asked for `name` in a library that it opened. That is
// a hook instead of the library's own `function` when the hook records the library's calls, and else
// `function`. The first library that does not call the shim as a layer is recorded so, unless the application
// links another. A note says that any further ones are not recorded.
void* given_for(void* function, const char* name, const void* caller) noexcept;

}  // namespace launchproof::shim

// Handles OpenCL libraries that the application opens and searches itself.
#pragma once

#include <string>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// The type of the original dlsym(), which the shim's function hides.
using LookUp = void* (*)(void* handle, const char* name);
LookUp look_up_behind() noexcept;
// The type of the original dlvsym(), which the shim's function hides.
using VersionLookUp = void* (*)(void* handle, const char* name, const char* version);
VersionLookUp version_look_up_behind() noexcept;

// Return whether the address lies in a loaded library, and whether that library is the shim.
bool is_loaded(const void* address);
bool is_own(const void* address);
// Returns whether both addresses lie in the same loaded library.
bool in_one_library(const void* one, const void* other);
// Returns the file of the library that contains the address; empty if there is none.
std::string library_path(const void* address);

// Fills the table with the OpenCL functions visible to the library at `caller`: its own functions and those
// of libraries that it was linked with, but not those of the shim.
void find_as_caller(const void* caller, cl_icd_dispatch& table);

// Finds the functions of the OpenCL library behind `following`, in which some entries belong to another
// library in front of it. Returns false if no library has all of them, or if it cannot be determined.
bool find_library(const cl_icd_dispatch& following, cl_icd_dispatch& table);

// Returns what dlsym() gives a caller at address `caller` that asked for `name` in a library that it opened:
// a hook if it records that library's calls, otherwise the library's own `function`. The first library that
// does not call the shim as a layer is recorded this way, unless the application links another one. A note
// says that any further libraries are not recorded.
void* given_for(void* function, const char* name, const void* caller) noexcept;

}  // namespace launchproof::shim

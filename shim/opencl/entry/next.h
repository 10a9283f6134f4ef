// The functions to which the hooks forward calls.
#pragma once

#include <cstddef>
#include <functional>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the table behind the hooks: the loader's when it initialised the shim as a layer, else the next
// library's in the order of symbol look-up. An entry is null when nobody offers the function.
const cl_icd_dispatch& next();

// Returns the next library's functions, found by name: only those of hooks.def and those that the shim calls
// itself. `caller` is an address in the library that calls. A library that only the caller sees, such as one
// that a plug-in opened with RTLD_LOCAL links, is found by it. The table is kept once there is one; until
// then all entries are null.
const cl_icd_dispatch& preloaded(const void* caller = nullptr);

// Returns the same functions of the OpenCL library itself. The shim builds programs of its own with them, so
// that a profiler preloaded behind the shim counts the application's calls alone.
const cl_icd_dispatch& library();

// Looks again for a library that was closed. Called before a call that a program may begin with.
void forget_closed_library();

// Returns true once a loader has initialised the shim as a layer. Interposed calls then pass through, so that
// each call is recorded once.
bool layer_is_active();

// Takes the loader's table of `entries` functions and copies those that this build knows. Returns false, and
// changes nothing, if another loader has done so before and was not closed since.
bool set_layer_target(const cl_icd_dispatch* target, std::size_t entries);

// Puts what `find` gives for the name of each function into the table: those of hooks.def and those that the
// shim calls itself.
void fill_table(cl_icd_dispatch& table, const std::function<void*(const char*)>& find);

// Takes the functions of a library that the application opened in place of one that it has closed. Does
// nothing if a loader has initialised the shim as a layer.
void take_library(const cl_icd_dispatch& table);

inline constexpr std::size_t kKnownEntries = sizeof(cl_icd_dispatch) / sizeof(void*);

}  // namespace launchproof::shim

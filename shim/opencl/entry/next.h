// The functions to which the hooks forward calls.
#pragma once

#include <cstddef>
#include <functional>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the table of functions behind the hooks: the loader's if it initialised the shim as a layer,
// otherwise those of the next library in symbol lookup order. An entry is null if no library provides the
// function.
const cl_icd_dispatch& next();

// Returns the next library's functions, looked up by name: only those in hooks.def and those that the shim
// calls itself. `caller` is an address in the calling library. It is used to find a library that only the
// caller sees, such as one that a plug-in opened with RTLD_LOCAL is linked with. The table is kept once it
// exists; until then all entries are null.
const cl_icd_dispatch& preloaded(const void* caller = nullptr);

// Returns the same functions of the OpenCL library itself. The shim uses them to build its own programs, so
// that a profiler preloaded behind the shim only counts the application's calls.
const cl_icd_dispatch& library();

// Forgets a library that was closed, so that it is looked up again. Called in calls with which a program may
// begin.
void forget_closed_library();

// Returns true once a loader has initialised the shim as a layer. Interposed calls then pass through, so that
// each call is recorded once.
bool layer_is_active();

// Adopts the loader's table of `entries` functions by copying those that this build knows. Returns false, and
// changes nothing, if another loader has done so before and has not been closed since.
bool set_layer_target(const cl_icd_dispatch* target, std::size_t entries);

// Fills the table with the result of `find` for the name of each function: those in hooks.def and those that
// the shim calls itself.
void fill_table(cl_icd_dispatch& table, const std::function<void*(const char*)>& find);

// Adopts the functions of a library that the application opened in place of one that it has closed. Does
// nothing if a loader has initialised the shim as a layer.
void take_library(const cl_icd_dispatch& table);

inline constexpr std::size_t kKnownEntries = sizeof(cl_icd_dispatch) / sizeof(void*);

}  // namespace launchproof::shim

// The functions that a call goes on to.
#pragma once

#include <cstddef>
#include <functional>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the table behind the hooks: the loader's when it initialised the shim as a layer, else the next
// library's in the order of symbol look-up. An entry is null when nobody offers the function.
const cl_icd_dispatch& next();

// Returns the next library's functions, found by name. Only those of hooks.def and those that the shim calls
// itself are found. A library that only the caller sees, such as one that a plug-in links which was opened
// with RTLD_LOCAL, is found by `caller`, an address in it. The table is kept once there is one; all entries
// are null until then.
const cl_icd_dispatch& preloaded(const void* caller = nullptr);

// Returns the same functions of the OpenCL library itself, by which the shim builds programs of its own: a
// profiler that is preloaded behind the shim is to count the application's calls alone.
const cl_icd_dispatch& library();

// Looks anew for a library that was closed. Called before a call with which a program may begin.
void forget_closed_library();

// Returns true once a loader has initialised the shim as a layer. Interposed calls then pass through, so that
// each call is recorded once.
bool layer_is_active();

// Takes the loader's table of `entries` functions, of which only those known to this build are copied. False
// when another loader has done so before and was not closed since; that one stays.
bool set_layer_target(const cl_icd_dispatch* target, std::size_t entries);

// Puts what `find` gives for the name of each function into the table: those of hooks.def and those that the
// shim calls itself.
void fill_table(cl_icd_dispatch& table, const std::function<void*(const char*)>& find);

// Takes the functions of a library that the application opened, in place of one that it has closed. Not when
// a loader has initialised the shim as a layer.
void take_library(const cl_icd_dispatch& table);

inline constexpr std::size_t kKnownEntries = sizeof(cl_icd_dispatch) / sizeof(void*);

}  // namespace launchproof::shim

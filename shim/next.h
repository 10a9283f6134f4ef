// The functions that a call goes on to.
#pragma once

#include <cstddef>

#include "shim/api.h"

namespace launchproof::shim {

// The table behind the hooks: the loader's when it initialised the shim as a layer, else the next library's
// in the order of symbol look-up. An entry is null when nobody offers the function.
const cl_icd_dispatch& next();

// The next library's functions, found by name. Only those of hooks.def and those that the shim calls itself.
const cl_icd_dispatch& preloaded();

// True once a loader has initialised the shim as a layer: interposed calls then pass through, so that each
// call is recorded once.
bool layer_is_active();

// Takes the loader's table of `entries` functions, of which only those known to this build are copied. False
// when a loader has done so before; that one stays.
bool set_layer_target(const cl_icd_dispatch* target, std::size_t entries);

inline constexpr std::size_t kKnownEntries = sizeof(cl_icd_dispatch) / sizeof(void*);

}  // namespace launchproof::shim

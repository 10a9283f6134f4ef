// The only platform that is shown to the application if LAUNCHPROOF_PLATFORM is its number in the loader's
// order, from 0.
#pragma once

#include <optional>
#include <vector>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the platform that is shown; nothing if all are shown. Returns null if no platform has this number:
// the application then finds no platform, and the capture lists the existing ones.
std::optional<cl_platform_id> shown_platform();

// Returns the platform to use in a call in which a null `platform` means the loader's first one.
cl_platform_id platform_or_shown(cl_platform_id platform);

// Returns whether such a call cannot be answered because there is no platform to show.
bool lacks_platform(cl_platform_id platform);

// Returns context properties that name their platform: `properties` itself, or `storage` filled with them and
// the shown platform.
const cl_context_properties* naming_platform(const cl_context_properties* properties,
                                             std::vector<cl_context_properties>& storage) noexcept;

}  // namespace launchproof::shim

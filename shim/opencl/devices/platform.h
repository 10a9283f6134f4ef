// The one platform that is shown to the application, when LAUNCHPROOF_PLATFORM is its number in the loader's
// order, from 0.
#pragma once

#include <optional>
#include <vector>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the platform that is shown. Nothing when all are shown. Null when there is none of this number: the
// application then finds no platform at all, and the capture says which there are.
std::optional<cl_platform_id> shown_platform();

// Returns what stands for `platform` in a call that takes none for the loader's first.
cl_platform_id platform_or_shown(cl_platform_id platform);

// Returns whether such a call cannot be answered, for there is no platform to show.
bool lacks_platform(cl_platform_id platform);

// Returns properties of a context that name its platform: `properties`, or `storage` with them and the shown
// one.
const cl_context_properties* naming_platform(const cl_context_properties* properties,
                                             std::vector<cl_context_properties>& storage) noexcept;

}  // namespace launchproof::shim

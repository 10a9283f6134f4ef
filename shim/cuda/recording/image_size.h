// Determines the size of a module that an application passes to the driver by address only.
#pragma once

#include <cstdint>

namespace launchproof::cuda {

// Returns the start of the module: `image` itself, or the address in the wrapper that compiled programs use.
const void* image_begin(const void* image);

// Returns the size in bytes of a fat binary, a cubin or PTX text; 0 for anything else.
std::uint64_t image_size(const void* image);

}  // namespace launchproof::cuda

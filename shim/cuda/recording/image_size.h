// The size of a module that an application gives to the driver by its address alone.
#pragma once

#include <cstdint>

namespace launchproof::cuda {

// Returns where the module begins: `image` itself, or what the wrapper of compiled programs names.
const void* image_begin(const void* image);

// Returns the bytes of a fat binary, a cubin or a text of PTX; 0 for what is none of them.
std::uint64_t image_size(const void* image);

}  // namespace launchproof::cuda

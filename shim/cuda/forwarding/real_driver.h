// Access to NVIDIA's driver behind this library.
#pragma once

namespace launchproof::cuda {

// Names the file of the driver's library for the process.
inline constexpr const char* kDriverVariable = "LAUNCHPROOF_CUDA_DRIVER";

// Returns a symbol of the driver's library, which the first call opens. Returns null if the library cannot be
// opened or does not have the symbol.
void* real_symbol(const char* name);

}  // namespace launchproof::cuda

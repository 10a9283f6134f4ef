// NVIDIA's driver, behind this library.
#pragma once

namespace launchproof::cuda {

// Names the file of the driver's library for the process.
inline constexpr const char* kDriverVariable = "LAUNCHPROOF_CUDA_DRIVER";

// Returns a symbol of the driver's library, which is opened with the first call; null where it cannot be
// opened, or has no such symbol.
void* real_symbol(const char* name);

}  // namespace launchproof::cuda

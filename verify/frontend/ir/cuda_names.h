// Names by which the parts of the CUDA front end know what the built-in headers left in a module.
#pragma once

namespace launchproof::frontend::cuda {

// The metadata of a call that holds the name of the header's function from which the call was inlined.
inline constexpr const char* kCalledAs = "launchproof.called_as";

// The function that states the mask of a function of the warp.
inline constexpr const char* kWarpMask = "__launchproof_warp_mask";

// The function that accompanies each read of a texture.
inline constexpr const char* kTexture = "__launchproof_texture";

// An annotation of kernels that begins so continues with the size that each of their blocks has: "128 1 1".
inline constexpr const char* kRequiredBlock = "launchproof.required_block ";

}  // namespace launchproof::frontend::cuda

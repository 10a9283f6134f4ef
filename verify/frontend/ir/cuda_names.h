// Names that the built-in CUDA headers leave in a module, by which the CUDA front end recognises their
// constructs.
#pragma once

namespace launchproof::frontend::cuda {

// The metadata of a call that holds the name of the header's function from which the call was inlined.
inline constexpr const char* kCalledAs = "launchproof.called_as";

// The function that states the mask of a warp function.
inline constexpr const char* kWarpMask = "__launchproof_warp_mask";

// The function that accompanies each texture read.
inline constexpr const char* kTexture = "__launchproof_texture";

// The prefix of an annotation of kernels that continues with the required block size: "128 1 1".
inline constexpr const char* kRequiredBlock = "launchproof.required_block ";

}  // namespace launchproof::frontend::cuda

#pragma once

namespace launchproof::shim {

// Declared by every such program, so that one without any answer differs from one that the driver does not
// know the kernels of.
inline constexpr const char* kProbe = "launchproof_probe";

}  // namespace launchproof::shim

#pragma once

namespace launchproof::shim {

// Declared by every such program. It distinguishes a program that answers nothing from one whose kernels the
// driver does not tell.
inline constexpr const char* kProbe = "launchproof_probe";

}  // namespace launchproof::shim

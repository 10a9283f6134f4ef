#pragma once

namespace launchproof::shim {

// Declared by every such program. It distinguishes a program without an answer from one whose kernels the
// driver does not report.
inline constexpr const char* kProbe = "launchproof_probe";

}  // namespace launchproof::shim

// Numbers of address spaces in IR that Clang generates from OpenCL C for SPIR targets.
#pragma once

namespace launchproof::frontend {

inline constexpr unsigned kPrivateSpace = 0;
inline constexpr unsigned kGlobalSpace = 1;
inline constexpr unsigned kConstantSpace = 2;
inline constexpr unsigned kLocalSpace = 3;
inline constexpr unsigned kGenericSpace = 4;

}  // namespace launchproof::frontend

// Parameters of a CUDA kernel that name surfaces.
#pragma once

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// The prefix of the functions that access a surface. Their first operand is the surface, the second one its
// form and the third one what happens outside of it; see headers/surface_accesses.h.
inline constexpr const char* kSurfaceAccess = "__launchproof_surface_";
inline constexpr unsigned kLayeredForm = 8;

// Gives each parameter that only names a surface, in a prepared kernel, the type surface_type() instead of a
// number's, and returns the kernel, which is then another one. A surface whose accesses disagree about its
// form remains a number, and so does one that the kernel also uses in another way.
llvm::Function* give_surface_parameters(llvm::Function& kernel);

}  // namespace launchproof::frontend::cuda

// The target that device code of CUDA is compiled for: SPIR-V with the constraints of NVIDIA's inline
// assembly.
#pragma once

namespace clang {
class CompilerInstance;
}

namespace launchproof::frontend::cuda {

// Makes the compiler accept operands of inline assembly as PTX has them (Inline PTX Assembly in CUDA,
// "Constraints"). To be called when the compiler has its target and has not read a source yet.
void accept_ptx_operands(clang::CompilerInstance& compiler);

}  // namespace launchproof::frontend::cuda

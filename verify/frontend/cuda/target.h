// The target that device code of CUDA is compiled for: SPIR-V with the constraints of NVIDIA's inline
// assembly.
#pragma once

namespace clang {
class CompilerInstance;
}

namespace launchproof::frontend::cuda {

// Makes the compiler accept operands of inline assembly in the form of PTX (Inline PTX Assembly in CUDA,
// "Constraints"). Must be called when the compiler has its target but has not yet read a source.
void accept_ptx_operands(clang::CompilerInstance& compiler);

}  // namespace launchproof::frontend::cuda

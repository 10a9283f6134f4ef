// Alignments that CUDA's compiler takes where Clang does not.
#pragma once

#include <string>

namespace launchproof::frontend::cuda {

// Puts each `alignas` behind `__shared__` in front of the declaration, where Clang takes it. The text keeps
// its lines.
std::string with_alignments_first(std::string text);

}  // namespace launchproof::frontend::cuda

// Where threads of a kernel end by a `return` statement under a condition. Barriers of CUDA do not wait for
// threads that have ended (CUDA C++ Programming Guide, "__syncthreads" for compute capability 7 and on), but
// may stand in conditional code only where all threads of the block take it. The IR does not tell the two
// apart.
#pragma once

#include <set>

#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// Calls of this function stand in front of a `return` statement's end of the kernel.
inline constexpr const char* kReturns = "launchproof.returns";

// Makes each of these statements that nothing follows, such as a destructor, an end of its own that is marked
// by a call of kReturns.
void mark_early_returns(llvm::Function& kernel, const std::set<SyntaxPlace>& returns);

}  // namespace launchproof::frontend::cuda

// Marks where threads of a kernel end at a conditional `return` statement. CUDA barriers do not wait for
// threads that have ended (CUDA C++ Programming Guide, "__syncthreads" for compute capability 7 and later),
// but a barrier may be in conditional code only if all threads of the block execute it. The IR does not
// distinguish the two cases.
#pragma once

#include <set>

#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// A call of this function precedes the end of the kernel at a `return` statement.
inline constexpr const char* kReturns = "launchproof.returns";

// Gives each of these statements a separate end, marked by a call of kReturns, unless something such as a
// destructor follows the statement.
void mark_early_returns(llvm::Function& kernel, const std::set<SyntaxPlace>& returns);

}  // namespace launchproof::frontend::cuda

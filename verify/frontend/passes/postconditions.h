// Postconditions of kernels as kernels of their own.
//
// The condition of `__postcondition` is about the contents of memory when the launch has ended, which no
// place in the kernel can read. Therefore a program whose source asks for it
// (ProgramSource::asks_postconditions) gets, for each kernel K that states postconditions,
// - K.postconditions: a kernel with K's parameters, one more for each pointer to global memory, and a last
//   one. The added ones are that memory as it is before the launch of K, for `__old`. One work-item executes
//   it behind K and stores for each condition whether it holds, 1 or 0, where the last parameter points.
//   Where a condition speaks of sizes, K.postconditions is launched with those of K, and all work-items but
//   the first return at once.
// - K.conditions_hold, which has the last parameter alone and stores 1 for each condition.
// K's postconditions hold where both leave the same there.
//
// A kernel whose postconditions do not fit this scheme is rejected, with the place. They must precede
// everything that reads or writes memory, each work-item must reach each of them exactly once, and they may
// neither change anything nor depend on the work-item that reaches them.
#pragma once

#include <map>
#include <string>

#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/program/postconditions.h"

namespace llvm {
class Module;
}

namespace launchproof::frontend {

// Adds these kernels and their syntax, and removes all other kernels from the module. Returns the
// postconditions of each kernel that states any. Requires the module as Clang generated it, with sources
// linked.
std::map<std::string, Postconditions> make_postcondition_kernels(
    llvm::Module& module, std::map<std::string, KernelSyntax>& kernels);

}  // namespace launchproof::frontend

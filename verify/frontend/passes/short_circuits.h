// Conditions of annotations without branches.
#pragma once

namespace llvm {
class Module;
}

namespace launchproof::frontend {

// Computes `a || b` and `a && b` in the conditions of annotations without branching, where computing `b` does
// nothing but that: it reads no memory but variables, and cannot go wrong. An annotation then stands in the
// block in which its condition begins, which matters at the head of a loop. To be called before variables
// become values.
void fold_short_circuits(llvm::Module& module);

}  // namespace launchproof::frontend

// Removes branches from conditions of annotations.
#pragma once

namespace llvm {
class Module;
}

namespace launchproof::frontend {

// Computes `a || b` and `a && b` in conditions of annotations without branches, if computing `b` has no other
// effect: it reads no memory except variables, and has no undefined behaviour. An annotation is then in the
// block in which its condition begins, which matters at a loop header. Must be called before variables are
// promoted to values.
void fold_short_circuits(llvm::Module& module);

}  // namespace launchproof::frontend

// Finds loads that a kernel excludes from the search for races (`__non_temporal_loads_begin`).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Marks loads (kNonTemporal) that are certainly between a begin and an end: on every path to them, the last
// such annotation is a begin. Marks nothing if `use` ignores these annotations. Requires a kernel with all
// calls inlined; loads in functions called in between are marked as well.
void mark_non_temporal(llvm::Function& kernel, AnnotationUse use);

bool is_non_temporal(const llvm::Instruction& instruction);

}  // namespace launchproof::frontend

// Finds the values on which an address, a pointer, a branch or a group-uniform operand depends. A value that
// only flows into stored data decides nothing, and no effort is spent on its closed form.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns, by value, whether one of these depends on it, also through the memory addresses of reads: an
// offset, a base, a branch condition, the length of an asynchronous copy, an operand of a convergence point
// or the condition of an annotation. Offsets of confined reads (confined_reads.h) do not count by themselves.
// Without `asserted`, omits values that only decide whether assertions and invariants hold.
std::vector<bool> deciding_values(const model::KernelModel& kernel, bool asserted = true);

}  // namespace launchproof::analysis

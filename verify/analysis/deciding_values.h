// Values that an address, a pointer, a branch, or an operand that work-items must pass alike depends on. A
// value that only flows into stored data decides nothing, and no effort is spent on its closed form.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns, by value, whether an offset, a base, a branch condition, the length of an asynchronous copy, an
// operand of a convergence point or the condition of an annotation depends on it, also through memory
// addresses of reads. Offsets of confined reads (confined_reads.h) do not count by themselves. Without
// `asserted`, values are left out that decide only whether assertions and invariants hold.
std::vector<bool> deciding_values(const model::KernelModel& kernel, bool asserted = true);

}  // namespace launchproof::analysis

// Reads of tables that cannot leave them, whatever the values are that the address is computed from.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns, by site, whether it reads a constant array of the program at an offset that keeps within it, and
// within each inner array, for every value of its operands: `table[x & 255]`, or a table of 256 entries at a
// byte. Nothing can race with such a read and its bounds are shown, so that its address needs no closed form.
std::vector<bool> confined_reads(const model::KernelModel& kernel);

}  // namespace launchproof::analysis

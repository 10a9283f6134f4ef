// Finds reads of tables that stay within the table for all values from which the address is computed.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns, by site, whether it reads a constant array of the program at an offset that stays within the
// array, and within each inner array, for every value of its operands: `table[x & 255]`, or a table of 256
// entries indexed by a byte. Nothing can race with such a read and its bounds are shown, so its address needs
// no closed form.
std::vector<bool> confined_reads(const model::KernelModel& kernel);

}  // namespace launchproof::analysis

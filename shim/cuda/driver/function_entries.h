// The functions that the processor device has, by their symbols.
#pragma once

#include "shim/cuda/recording/function_table.h"

namespace launchproof::cuda {

// Returns the entry of a function of the table; null where the device has none.
void* function_entry(const DriverFunction& function);

}  // namespace launchproof::cuda

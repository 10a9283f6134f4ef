// The functions of the processor device, by symbol.
#pragma once

#include "shim/cuda/recording/function_table.h"

namespace launchproof::cuda {

// Returns the entry of a function in the table; null if the device does not have it.
void* function_entry(const DriverFunction& function);

}  // namespace launchproof::cuda

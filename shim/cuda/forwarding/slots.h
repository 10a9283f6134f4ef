// The driver's functions, each in a slot. A slot initially points to code that finds the function in the
// driver's library, stores it in the slot and jumps to it. The library is therefore opened only when it is
// first used.
#pragma once

#include "shim/cuda/recording/function_table.h"

#define CUDA_FUNCTION(symbol, name, since, kind, device, what) extern "C" void* launchproof_slot_##symbol;
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  extern "C" void *launchproof_slot_##symbol, *launchproof_slot_##symbol##suffix;
#include "shim/cuda/recording/functions.def"

// The driver's function for this symbol, with the type of ours.
#define LAUNCHPROOF_REAL(symbol) \
  reinterpret_cast<decltype(&(symbol))>(__atomic_load_n(&launchproof_slot_##symbol, __ATOMIC_RELAXED))

namespace launchproof::cuda {

// Returns the driver's function, or null if the driver does not have it or there is no driver.
void* real_function(const DriverFunction& function);

// Makes calls go to `real`, a function that the driver provides but does not export.
void adopt(const DriverFunction& function, void* real);

// Returns the entry in this library.
void* own_function(const DriverFunction& function);

// Creates an entry for a function that is not in the table. Its first call records a note. Returns `function`
// itself if there are too many entries.
void* noting_entry(const char* name, void* function);

}  // namespace launchproof::cuda

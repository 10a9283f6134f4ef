// The driver's functions, each in a slot. A slot holds a piece of code at first that finds the function in
// the driver's library, puts it into the slot and jumps to it; so the library is opened when it is used
// first.
#pragma once

#include "shim/cuda/recording/function_table.h"

#define CUDA_FUNCTION(symbol, name, since, kind, device, what) extern "C" void* launchproof_slot_##symbol;
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  extern "C" void *launchproof_slot_##symbol, *launchproof_slot_##symbol##suffix;
#include "shim/cuda/recording/functions.def"

// The driver's function of this symbol, of the type of ours.
#define LAUNCHPROOF_REAL(symbol) \
  reinterpret_cast<decltype(&(symbol))>(__atomic_load_n(&launchproof_slot_##symbol, __ATOMIC_RELAXED))

namespace launchproof::cuda {

// Returns the driver's function; null where the driver has none, or there is no driver.
void* real_function(const DriverFunction& function);

// Has `real` called for a function that the driver gives and does not export.
void adopt(const DriverFunction& function, void* real);

// Returns the entry of this library.
void* own_function(const DriverFunction& function);

// Makes an entry of a function that is not in the table, whose first call leaves a note. Returns `function`
// itself where too many were made.
void* noting_entry(const char* name, void* function);

}  // namespace launchproof::cuda

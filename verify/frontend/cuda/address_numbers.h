// Addresses as numbers: what inline assembly and the conversions of CUDA ("Address Space Conversion
// Functions") take and return.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// The beginnings of the names of functions that convert a generic pointer to the number of its address in a
// memory, and such a number to a generic pointer. The name of the memory follows: "shared", "global" and so
// on, or "generic".
inline constexpr const char* kNumberOf = "launchproof.number.";
inline constexpr const char* kAddressOf = "launchproof.address.";

// Replaces the conversions to pointers by the pointers that their numbers were made of, with what was added
// to them. Addresses of shared memory may be numbers of 32 bits. Reports numbers that were made otherwise, or
// for another memory, and other pointers that are made of them. Requires that variables were promoted.
// Returns whether the kernel changed.
bool resolve_addresses(llvm::Function& kernel, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend::cuda

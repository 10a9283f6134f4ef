// Turns barriers in memory that some threads only arrive at, as producers and consumers do, into numbers
// that tell which accesses are ordered.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace launchproof::frontend {

// Calls that the translation understands. The operands are two for each barrier: Site::arriving and
// Site::awaited of the accesses that follow in the block. Their number is part of the name.
inline constexpr const char* kArrivalNumbers = "launchproof.arrival_numbers.";
// Returns the value that its argument has in another work-item (model::Op::Other), in assertions.
inline constexpr const char* kOfOther = "launchproof.of_other";
// Marks assertions that use it.
inline constexpr const char* kOfTwoItems = "launchproof.of_two_items";

// Lowers such barriers where each thread takes a fixed role. A thread's arrivals at a queue of barriers are
// numbered, and so are its waits. What precedes an arrival is ordered with what follows a wait for its number
// or a later one. Proves that all arrivals of one number belong to one phase and that no threads wait for
// each other in a circle. Adds assertions that each phase expects as many arrivals as threads make, and that
// they are made as often as others wait. Leaves barriers alone at which all threads of the block arrive and
// wait alike. Runs before lower_queues() and lower_phases(). Returns whether there are variables to be
// promoted.
bool lower_roles(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend

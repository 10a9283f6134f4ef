// Finds the functions that a call may reach.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

struct CallTargets {
  std::vector<const Function*> functions;  // functions with bodies; empty: unknown
  std::vector<const Variable*> tables;     // tables whose contents determine the targets
  bool is_direct = false;                  // the call names its function directly
};

// Returns the targets of a `call` in this function. For a register, follows the values of all instructions
// that set it to functions and to tables of functions.
CallTargets call_targets(const Module& module, const Function& function, const Instruction& call);

// Returns whether a variable of the module holds only functions, and no instruction writes to it or passes
// its address on. That the host has not written to it either is an assumption.
bool is_table_of_functions(const Module& module, const Variable& variable);

// Returns the number that represents the address of a function of the module.
std::uint64_t function_number(const Module& module, const Function& function);

}  // namespace launchproof::frontend::ptx

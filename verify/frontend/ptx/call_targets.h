// Which functions a call may go to.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

struct CallTargets {
  std::vector<const Function*> functions;  // with bodies; empty: they are not known
  std::vector<const Variable*> tables;     // whose contents say so
  bool is_direct = false;                  // the call names its function
};

// Returns where a `call` of this function goes. A register is followed to the functions, and to the tables of
// functions, that each instruction that sets it takes its value from.
CallTargets call_targets(const Module& module, const Function& function, const Instruction& call);

// Returns whether a variable of the module holds functions alone, and no instruction writes to it or passes
// its address on. The host may still have written to it, which is an assumption.
bool is_table_of_functions(const Module& module, const Variable& variable);

// Returns the number that represents the address of a function of the module.
std::uint64_t function_number(const Module& module, const Function& function);

}  // namespace launchproof::frontend::ptx

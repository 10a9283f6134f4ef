// Finds the registers and parameters that hold addresses. PTX has no pointers: an address is a number that
// comes from a parameter or a variable, passes through additions, and ends in the brackets of a load.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

class Pointers {
 public:
  explicit Pointers(const Module& module);

  // Returns whether the register, or the part of a parameter that begins at this byte, holds an address.
  bool contains(const Variable& variable, std::int64_t offset = 0) const {
    return d_pointers.contains({&variable, offset});
  }

  // Returns the number of the operand that is the address in an instruction that adds to an address; -1 for
  // other instructions.
  static int address_operand(const Instruction& instruction, const Pointers& pointers);

 private:
  std::set<std::pair<const Variable*, std::int64_t>> d_pointers;
};

}  // namespace launchproof::frontend::ptx

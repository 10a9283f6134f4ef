// Instructions that depend only on their operands.
#pragma once

#include <cstdint>

#include "tests/oracle/program.h"

namespace launchproof::oracle {

// Provides results that the language leaves open.
class Undefined {
 public:
  virtual ~Undefined() = default;
  virtual std::uint64_t arbitrary() = 0;
  virtual void note(
      const char* what) = 0;  // undefined behaviour that belongs to no property, such as division by zero
};

// `operands` point to first lanes. Returns false if the opcode is not one of these.
bool evaluate(const Instruction& instruction, const std::uint64_t* const* operands, std::uint64_t* result,
              Undefined& undefined);

}  // namespace launchproof::oracle

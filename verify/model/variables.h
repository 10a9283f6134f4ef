// Names that the source has for values of a kernel model, for messages. No proof depends on them.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// How to interpret the bits of a variable.
enum class NumberKind : std::uint8_t { Signed, Unsigned, Float, Boolean };

// A variable of the source, and a value that it has somewhere in the kernel.
struct Variable {
  ValueId value = kNone;
  std::string name;  // as in the source
  NumberKind kind = NumberKind::Signed;

  bool operator==(const Variable&) const = default;
};

// Sorted by value; each value occurs once.
using Variables = std::vector<Variable>;

}  // namespace launchproof::model

// Names that the source has for values of a kernel model, for messages. Nothing that is proved depends on
// them.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// How the bits of a variable are read.
enum class NumberKind : std::uint8_t { Signed, Unsigned, Float, Boolean };

// A variable of the source, and a value that it holds somewhere in the kernel.
struct Variable {
  ValueId value = kNone;
  std::string name;  // as in the source
  NumberKind kind = NumberKind::Signed;

  bool operator==(const Variable&) const = default;
};

// Ascending by value, each value once.
using Variables = std::vector<Variable>;

}  // namespace launchproof::model

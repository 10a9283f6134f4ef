// Identifies functions of the model (model::Function) whose result OpenCL defines whenever it is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace launchproof::symbolic {

struct FloatOperation {
  enum class Kind : std::uint8_t {
    Sum,
    Product,
    Fused,
    Quotient,
    LooseQuotient,  // OpenCL only bounds its error
    Remainder,
    Compare,
    Convert,
    ToInteger,
    FromInteger,
    Round,
    Extreme,
    Clamp,
    Step
  };
  Kind kind{};
  std::string name;        // as called
  unsigned width = 0;      // of the operands
  bool is_signed = false;  // integers
  bool saturates = false;
  bool subtracts = false;
  bool is_finite = false;  // the program's options promise that no operand is infinite or a NaN
  // The direction of roundings and conversions: down 'n', up 'p', towards zero 'z', to nearest with ties to
  // even 'e', or to nearest with ties away from zero 'a'.
  char direction = 'z';
};

// Parses a name that the front end made: "float.add.32", "float.to_signed_sat_rte.32.8", "floor.f32",
// "fma.32". The width of the operands comes first. A sum that involves products ends with the number of a
// place ("float.add.32.7") and has the factors as additional operands, since it may be rounded once or twice;
// an exact result does not depend on that. Plain division in single precision is a LooseQuotient. ".finite"
// follows a comparison in a program whose options promise that all floats are finite.
std::optional<FloatOperation> float_operation(const std::string& function);

}  // namespace launchproof::symbolic

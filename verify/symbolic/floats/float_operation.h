// Which functions of the model (model::Function) yield what OpenCL fixes wherever the result is exact.
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
    LooseQuotient,  // OpenCL gives a bound of its error
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
  bool is_finite = false;  // the program promises that no operand is infinite or a NaN
  // The direction in which roundings and conversions go: down 'n', up 'p', towards zero 'z', to nearest with
  // ties to even 'e', or to nearest with ties away from zero 'a'.
  char direction = 'z';
};

// Names are made by the front end: "float.add.32", "float.to_signed_sat_rte.32.8", "floor.f32", "fma.32". The
// width of what is passed comes first. A sum of products has a place behind ("float.add.32.7") and further
// operands, the factors, as it may be rounded once or twice; where it is exact that makes no difference.
// Plain division in single precision is a LooseQuotient. ".finite" stands after a comparison in a program
// whose options promise that all floats are finite.
std::optional<FloatOperation> float_operation(const std::string& function);

}  // namespace launchproof::symbolic

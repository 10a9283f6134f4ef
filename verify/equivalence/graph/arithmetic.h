// The algebraic laws that a comparison of kernels may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace launchproof::equivalence {

enum class Arithmetic : std::uint8_t {
  Bits,    // floats are equal if the same operations on equal operands compute them
  Real,    // floats are real numbers
  Integer  // as Bits, but compared values may not depend on floats
};

// Returns the arithmetic with the name that --arithmetic takes; nothing for other names.
std::optional<Arithmetic> parse_arithmetic(std::string_view name);
std::string_view name(Arithmetic arithmetic);

}  // namespace launchproof::equivalence

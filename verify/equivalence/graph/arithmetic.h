// The algebraic laws that a comparison of kernels may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace launchproof::equivalence {

enum class Arithmetic : std::uint8_t {
  Bits,    // floats are equal where they are computed by the same operations on equal operands
  Real,    // floats are real numbers
  Integer  // as Bits, and no float has a part in what is compared
};

// Finds an arithmetic by the name that --arithmetic takes.
std::optional<Arithmetic> parse_arithmetic(std::string_view name);
std::string_view name(Arithmetic arithmetic);

}  // namespace launchproof::equivalence

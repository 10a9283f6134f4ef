// Comparisons of floats with constants, and conversions to integers, computed from their bits.
#pragma once

#include <optional>

#include "verify/smt/terms/term.h"
#include "verify/symbolic/floats/float_operation.h"

namespace launchproof::symbolic {

// The result of a comparison where `valid` holds. Elsewhere devices may differ, since they may flush
// subnormal numbers to zero.
struct BitComparison {
  smt::Term value;  // Boolean
  smt::Term valid;  // Boolean
};

// Returns the comparison `operation` of two floats of `operation.width` bits, of which one is a constant;
// nothing where neither is, or where the constant is one that programs promise not to use.
std::optional<BitComparison> compare_bits(smt::TermStore& store, const FloatOperation& operation, smt::Term a,
                                          smt::Term b);

// The integer that a conversion yields where `valid` holds. Elsewhere the float is out of range or a NaN.
struct BitConversion {
  smt::Term value;
  smt::Term valid;  // Boolean
};

// Returns the conversion `operation` of a float of `operation.width` bits to an integer of `width` bits,
// rounded towards zero, computed from the float's bits. Nothing for other roundings, other formats than those
// of 32 and 64 bits, and integers of more than 64 bits.
std::optional<BitConversion> convert_bits(smt::TermStore& store, const FloatOperation& operation,
                                          smt::Term bits, unsigned width);

}  // namespace launchproof::symbolic

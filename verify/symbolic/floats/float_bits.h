// Computes comparisons of floats with constants, and conversions to integers, from the bits of the floats.
#pragma once

#include <optional>

#include "verify/smt/terms/term.h"
#include "verify/symbolic/floats/float_operation.h"

namespace launchproof::symbolic {

// The result of a comparison if `valid` holds. Otherwise devices may differ, since they may flush subnormal
// numbers to zero.
struct BitComparison {
  smt::Term value;  // Boolean
  smt::Term valid;  // Boolean
};

// Returns the comparison `operation` of two floats of `operation.width` bits, one of which is a constant.
// Returns nothing if neither is a constant, or if the program's options promise that the constant is not
// used.
std::optional<BitComparison> compare_bits(smt::TermStore& store, const FloatOperation& operation, smt::Term a,
                                          smt::Term b);

// The integer result of a conversion if `valid` holds. Otherwise the float is out of range or a NaN.
struct BitConversion {
  smt::Term value;
  smt::Term valid;  // Boolean
};

// Returns the conversion `operation` of a float of `operation.width` bits to an integer of `width` bits,
// rounded towards zero, computed from the float's bits. Returns nothing for other rounding modes, formats
// other than 32 and 64 bits, and integers of more than 64 bits.
std::optional<BitConversion> convert_bits(smt::TermStore& store, const FloatOperation& operation,
                                          smt::Term bits, unsigned width);

}  // namespace launchproof::symbolic

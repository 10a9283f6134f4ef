// Comparisons of floats with constants, as comparisons of their bits.
#pragma once

#include <optional>

#include "verify/access/floats/float_operation.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

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

}  // namespace launchproof::access

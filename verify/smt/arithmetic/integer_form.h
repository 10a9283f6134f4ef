// A question over bit-vectors as one over the integers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

enum class IntegerKind : std::uint8_t {
  Truth,    // `value` is 0 or 1
  BoolVar,  // named by `symbol`
  Not,
  And,
  Or,
  Ite,  // over Booleans or integers
  Equal,
  Less,
  AtMost,
  Number,
  IntVar,  // named by `symbol`
  Sum,
  Product,
  Quotient,   // rounded down; the divisor is positive, or the result is not used
  Remainder,  // from 0 to the divisor - 1
  Call,       // of function number `symbol`
};

struct IntegerNode {
  IntegerKind kind = IntegerKind::Truth;
  bool boolean = true;
  std::uint32_t symbol = 0;
  SignedBits value = 0;
  std::vector<std::uint32_t> operands;  // indices of earlier nodes

  bool operator==(const IntegerNode&) const = default;
};

// Has a model exactly when the conjuncts it was made of have one, and each gives the other: a bit-vector
// variable is worth its integer modulo 2^width.
//
// Why: a term of width w is translated to an integer that is congruent to it modulo 2^w in every assignment
// that satisfies the conjuncts. Where an operation needs the value itself (comparisons, extensions,
// division), it is used as it stands if its interval proves that it lies within [0, 2^w) (or within the
// signed range), and reduced by `mod 2^w` if not. Intervals start from bounds that conjuncts set on
// variables, which hold in every model. So no wrap-around is ever assumed away.
struct IntegerForm {
  std::vector<IntegerNode> nodes;
  std::vector<std::uint32_t> conjuncts;  // nodes; the ranges of variables and calls are among them
  struct Symbol {
    Term term;
    std::uint32_t node;
    bool is_signed = false;  // which reading of the term the node is worth
  };
  std::vector<Symbol> variables;     // Boolean ones as well
  std::vector<Symbol> applications;  // the node is a Call, whose operands are the arguments, unsigned
  bool linear = true;                // products and divisions have a constant operand
  bool reductions = false;           // a `mod 2^w` was needed
};

// Returns nothing when a term has no reading as an integer that is worth its size (bitwise operations on wide
// values, division by signed variables, widths over 64).
std::optional<IntegerForm> integer_form(std::span<const Term> conjuncts);

// Returns the model of the bit-vector question, from what nodes of variables, calls and their arguments are
// worth.
Model bit_vector_model(const IntegerForm& form, const std::function<SignedBits(std::uint32_t)>& value);

// Returns SMT-LIB 2 text: declarations, definitions of shared nodes, and assertions. Variables are named
// i<term id>, functions g<number>.
std::string integer_script(const IntegerForm& form);
// Returns the name that integer_script() gives the node of a variable, call or argument.
std::string integer_name(const IntegerForm& form, std::uint32_t index);

}  // namespace launchproof::smt

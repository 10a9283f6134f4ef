// Translates a question over bit-vectors to one over the integers.
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
  Quotient,   // rounded down; the divisor is positive, or the result is unused
  Remainder,  // in the range from 0 to the divisor - 1
  Call,       // result of function number `symbol`
};

struct IntegerNode {
  IntegerKind kind = IntegerKind::Truth;
  bool boolean = true;
  std::uint32_t symbol = 0;
  SignedBits value = 0;
  std::vector<std::uint32_t> operands;  // indices of earlier nodes

  bool operator==(const IntegerNode&) const = default;
};

// Has a model if and only if the original conjuncts have one, and each model determines the other: the value
// of a bit-vector variable is its integer modulo 2^width.
//
// Reason: a term of width w is translated to an integer that is congruent to it modulo 2^w in every
// assignment that satisfies the conjuncts. If an operation needs the value itself (comparisons, extensions,
// division), the integer is used directly if its interval proves that it lies within [0, 2^w) (or within the
// signed range), and is reduced by `mod 2^w` otherwise. Intervals start from bounds on variables that
// conjuncts state, which hold in every model. Therefore no wrap-around is ever ignored.
struct IntegerForm {
  std::vector<IntegerNode> nodes;
  std::vector<std::uint32_t> conjuncts;  // nodes, including the ranges of variables and calls
  struct Symbol {
    Term term;
    std::uint32_t node;
    bool is_signed = false;  // whether the node's value is the term read as signed
  };
  std::vector<Symbol> variables;     // variables, including Boolean ones
  std::vector<Symbol> applications;  // the node is a Call, whose operands are the arguments, read as unsigned
  bool linear = true;                // products and divisions have a constant operand
  bool reductions = false;           // a `mod 2^w` was necessary
};

// Returns the integer form. Returns nothing if a term has no integer form of reasonable size (bitwise
// operations on wide values, division by signed variables, widths over 64).
std::optional<IntegerForm> integer_form(std::span<const Term> conjuncts);

// Returns the model of the bit-vector question, given the values of the nodes for variables, calls and their
// arguments.
Model bit_vector_model(const IntegerForm& form, const std::function<SignedBits(std::uint32_t)>& value);

// Returns the question as SMT-LIB 2 text: declarations, definitions of shared nodes, and assertions.
// Variables are named i<term id>, functions g<number>.
std::string integer_script(const IntegerForm& form);
// Returns the name that integer_script() gives to the node of a variable, call or argument.
std::string integer_name(const IntegerForm& form, std::uint32_t index);

}  // namespace launchproof::smt

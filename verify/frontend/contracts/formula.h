// Formulas of contracts: conditions over integers with quantifiers and sums, as Kojima, Imanishi and Igarashi
// write them ("Automated Verification of Functional Correctness of Race-Free GPU Programs", Journal of
// Automated Reasoning 60(3), 2018).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::frontend {

enum class FormulaKind : std::uint8_t {
  Number,
  Name,
  Field,       // parts[0].text
  Index,       // parts[0][parts[1]]
  Call,        // text(parts...)
  Sum,         // of parts[0] for `variables[0]` from parts[1] to parts[2], both included
  Unary,       // text parts[0]
  Binary,      // parts[0] text parts[1]
  ForAll,      // of `variables`, of parts[0]
  Exists,      // likewise
  ForThreads,  // for all threads `variables`
  SomeThread,  // for some threads `variables`
  AtThread     // parts[0] of the thread `text`
};

struct Formula {
  FormulaKind kind = FormulaKind::Number;
  std::string text;
  std::vector<Formula> parts;
  std::vector<std::string> variables;

  // Returns whether it is this binary operation.
  bool is(std::string_view binary_operator) const {
    return kind == FormulaKind::Binary && text == binary_operator;
  }
};

// Thrown for a formula that is not understood; the text says why.
struct FormulaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads a formula. `a <= b < c` is read as `a <= b && b < c`. Throws FormulaError.
Formula parse_formula(std::string_view text);

// Returns whether the formula mentions the name, other than as a variable that it binds itself.
bool mentions(const Formula& formula, std::string_view name);

// Returns the operands of a conjunction, of nested ones too. A formula that is none is its only operand.
std::vector<Formula> conjuncts_of(const Formula& formula);

}  // namespace launchproof::frontend

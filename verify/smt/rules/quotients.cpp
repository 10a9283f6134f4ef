// Combines quotients with their remainders in a sum into the dividend x of x / n and x mod n.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

// A quotient or a remainder, possibly extended, and possibly one side of a choice.
struct Division {
  Term dividend, divisor;  // as wide as the division
  bool is_signed = false;
  bool is_extended = false;
  Term condition, otherwise;  // null: it is not a side of a choice
  bool is_first = false;      // the side where the condition holds
};

std::optional<Division> plain_division(Term term, Kind by_unsigned, Kind by_signed) {
  Division result;
  if (term->kind == Kind::ZeroExtend || term->kind == Kind::SignExtend) {
    result.is_extended = true;
    const bool is_signed = term->kind == Kind::SignExtend;
    term = term->operands[0];
    if (term->kind != (is_signed ? by_signed : by_unsigned)) return std::nullopt;
  }
  if (term->kind != by_unsigned && term->kind != by_signed) return std::nullopt;
  result.is_signed = term->kind == by_signed;
  result.dividend = term->operands[0];
  result.divisor = term->operands[1];
  // The quotient of the least number and -1 does not fit into its width, which only matters if it is
  // extended.
  if (result.is_extended && result.is_signed && cell(result.divisor).signed_bounds.low <= 0)
    return std::nullopt;
  return result;
}

std::optional<Division> division(Term term, Kind by_unsigned, Kind by_signed) {
  if (term->kind != Kind::Ite) return plain_division(term, by_unsigned, by_signed);
  for (const bool is_first : {true, false}) {
    auto side = plain_division(term->operands[is_first ? 1 : 2], by_unsigned, by_signed);
    if (!side) continue;
    side->condition = term->operands[0];
    side->otherwise = term->operands[is_first ? 2 : 1];
    side->is_first = is_first;
    return side;
  }
  return std::nullopt;
}

bool are_of_one(const Division& quotient, const Division& remainder) {
  return quotient.dividend == remainder.dividend && quotient.divisor == remainder.divisor &&
         quotient.is_signed == remainder.is_signed && quotient.is_extended == remainder.is_extended &&
         quotient.condition == remainder.condition && quotient.is_first == remainder.is_first;
}

}  // namespace

// n·(x / n) + x mod n = x, even for zero: the quotient by 0 is multiplied by it, and the remainder by 0 is x.
// If a condition leaves quotient and remainder open together, it also leaves their sum open.
bool TermStore::Impl::join_division(Linear& linear) {
  for (std::size_t i = 0; i < linear.terms.size(); ++i) {
    const auto [rest, coefficient] = linear.terms[i];
    const auto remainder = division(rest, Kind::URem, Kind::SRem);
    if (!remainder) continue;
    const Term divisor = extend(remainder->divisor, linear.width, remainder->is_signed);
    for (std::size_t j = 0; j < linear.terms.size(); ++j) {
      const auto [atom, factor] = linear.terms[j];
      Term multiplied;
      if (is_constant(divisor)) {
        if (factor == ((coefficient * divisor->value) & mask(linear.width))) multiplied = atom;
      } else if (atom->kind == Kind::Mul && atom->operands.size() == 2 && factor == coefficient) {
        if (atom->operands[0] == divisor) multiplied = atom->operands[1];
        if (!multiplied && atom->operands[1] == divisor) multiplied = atom->operands[0];
      }
      if (!multiplied || i == j) continue;
      const auto quotient = division(multiplied, Kind::UDiv, Kind::SDiv);
      if (!quotient || !are_of_one(*quotient, *remainder)) continue;
      Term whole = extend(remainder->dividend, linear.width, remainder->is_signed);
      if (remainder->condition) {
        const Term open = plus(product(divisor, quotient->otherwise), remainder->otherwise);
        whole = remainder->is_first ? choose(remainder->condition, whole, open)
                                    : choose(remainder->condition, open, whole);
      }
      linear.terms.erase(linear.terms.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      linear.terms.erase(linear.terms.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      linear.add(whole, coefficient);
      return true;
    }
  }
  return false;
}

}  // namespace launchproof::smt

#include "verify/two_thread/terms/inputs.h"

#include <algorithm>
#include <optional>

namespace launchproof::two_thread {

using smt::Kind;
using smt::Term;

namespace {

bool is_open(Term term) {
  if (term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar) return true;
  return term.kind() == Kind::Apply &&
         std::ranges::all_of(term->operands, [](Term operand) { return operand.is_constant(); });
}

}  // namespace

void Inputs::choose(Term variable, smt::Bits value) {
  d_chosen[variable] =
      variable.width() == 0 ? d_store.boolean(value != 0) : d_store.bv(value, variable.width());
}

std::uint64_t Inputs::draw(std::uint64_t count) {
  return count <= 1 ? 0 : d_random() % count;
}

// Mostly small numbers, like sizes and counts; occasionally any number.
Term Inputs::choice(Term term) {
  const auto found = d_chosen.find(term);
  if (found != d_chosen.end()) return found->second;
  const std::uint64_t which = draw(8);
  std::uint64_t value = d_random();
  if (which < 5) value = draw(which < 2 ? 3 : 33);
  if (which == 5) value = std::uint64_t{1} << draw(11);
  choose(term, term.width() == 0 ? value & 1 : value);
  return d_chosen.at(term);
}

// Replaces applications by constants, innermost first.
Term Inputs::constant(Term term) {
  while (!term.is_constant()) {
    const Term before = term;
    term = d_store.substitute(term, [&](Term part) { return is_open(part) ? choice(part) : Term(); });
    if (term == before) break;
  }
  return term;
}

}  // namespace launchproof::two_thread

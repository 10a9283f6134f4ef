#include "verify/smt/rules/strided.h"

#include <utility>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

// For numbers of up to 120 bits, for which std::gcd does not work.
Bits common_divisor(Bits a, Bits b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

Strided of_sum(TermStore& store, Term term) {
  Strided result{.stride = 1, .offset = 0, .index = term};
  Linear linear{.width = term.width(), .constant = 0, .terms = {}};
  linear.add(term, 1);
  linear.normalise();
  const auto exact = exact_sum(linear, /*is_signed=*/false);
  if (!exact || exact->parts.empty()) return result;
  Bits stride = 0;
  for (const IntegerSum::Part& part : exact->parts)
    stride = common_divisor(stride,
                            static_cast<Bits>(part.coefficient < 0 ? -part.coefficient : part.coefficient));
  if (stride <= 1) return result;
  const auto step = static_cast<SignedBits>(stride);
  const SignedBits offset = ((exact->constant % step) + step) % step;
  const unsigned width = term.width();
  Term index = store.bv(static_cast<Bits>((exact->constant - offset) / step) & mask(width), width);
  for (const IntegerSum::Part& part : exact->parts) {
    const Bits factor = static_cast<Bits>(part.coefficient / step) & mask(width);
    index = store.add(index, store.mul(store.bv(factor, width), part.atom));
  }
  return {.stride = stride, .offset = static_cast<Bits>(offset), .index = index};
}

Strided of_zeros(TermStore& store, Term term) {
  const unsigned zeros = store.trailing_zeros(term);
  if (zeros == 0 || zeros >= term.width()) return {.stride = 1, .offset = 0, .index = term};
  const Term index = store.zext(store.extract(term, zeros, term.width() - zeros), term.width());
  return {.stride = Bits{1} << zeros, .offset = 0, .index = index};
}

}  // namespace

Strided strided(TermStore& store, Term term) {
  if (term.is_constant() || term.width() > 120) return {.stride = 1, .offset = 0, .index = term};
  if (term.kind() == Kind::ZeroExtend) {
    Strided inner = strided(store, term->operands[0]);
    inner.index = store.zext(inner.index, term.width());
    return inner;
  }
  const Strided sum = of_sum(store, term), zeros = of_zeros(store, term);
  return sum.stride >= zeros.stride ? sum : zeros;
}

}  // namespace launchproof::smt

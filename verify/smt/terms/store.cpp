// The public interface of the store: checks of widths, and walks over whole terms.
#include "verify/smt/terms/term.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

void require(bool holds, const char* rule) {
  if (!holds) throw std::invalid_argument(std::string("term: ") + rule);
}

void require_bits(Term a, Term b) {
  require(a.width() != 0 && a.width() == b.width(), "both operands must be bit-vectors of one width");
}

void require_boolean(Term a) {
  require(a.width() == 0, "operand must be Boolean");
}
void require_width(unsigned width) {
  require(width >= 1 && width <= 128, "width must be 1..128");
}

}  // namespace

TermStore::TermStore() : d_impl(std::make_unique<Impl>()) {}
TermStore::~TermStore() = default;

Term TermStore::true_() {
  return d_impl->d_true;
}
Term TermStore::false_() {
  return d_impl->d_false;
}

Term TermStore::bool_var(std::string_view name) {
  return d_impl->make(Node{Kind::BoolVar, 0, 0, 0, 0, std::string(name), {}});
}

Term TermStore::bv(Bits value, unsigned width) {
  require_width(width);
  return d_impl->constant(value, width);
}

Term TermStore::bv_var(std::string_view name, unsigned width) {
  require_width(width);
  return d_impl->make(Node{Kind::BvVar, static_cast<std::uint16_t>(width), 0, 0, 0, std::string(name), {}});
}

Term TermStore::apply(std::string_view function, std::span<const Term> arguments, unsigned result_width) {
  require_width(result_width);
  require(!arguments.empty(), "a function needs an argument");
  for (const Term argument : arguments) require(argument.width() != 0, "arguments must be bit-vectors");
  return d_impl->apply(function, arguments, result_width);
}

Term TermStore::not_(Term a) {
  require_boolean(a);
  return d_impl->negate(a);
}

Term TermStore::and_(Term a, Term b) {
  const Term both[] = {a, b};
  return and_(both);
}

Term TermStore::and_(std::span<const Term> conjuncts) {
  for (const Term conjunct : conjuncts) require_boolean(conjunct);
  return d_impl->conjunction({conjuncts.begin(), conjuncts.end()});
}

Term TermStore::or_(Term a, Term b) {
  const Term both[] = {a, b};
  return or_(both);
}

Term TermStore::or_(std::span<const Term> disjuncts) {
  for (const Term disjunct : disjuncts) require_boolean(disjunct);
  return d_impl->disjunction({disjuncts.begin(), disjuncts.end()});
}

Term TermStore::ite(Term condition, Term then_value, Term else_value) {
  require_boolean(condition);
  require(then_value.width() == else_value.width(), "both branches must have one width");
  return d_impl->choose(condition, then_value, else_value);
}

Term TermStore::eq(Term a, Term b) {
  require(a.width() == b.width(), "both operands must have one width");
  return d_impl->same(a, b);
}

Term TermStore::add(Term a, Term b) {
  return require_bits(a, b), d_impl->plus(a, b);
}
Term TermStore::sub(Term a, Term b) {
  return require_bits(a, b), d_impl->plus(a, d_impl->scale(b, mask(b.width())));
}
Term TermStore::mul(Term a, Term b) {
  return require_bits(a, b), d_impl->product(a, b);
}
Term TermStore::neg(Term a) {
  return require_bits(a, a), d_impl->scale(a, mask(a.width()));
}
Term TermStore::udiv(Term a, Term b) {
  return require_bits(a, b), d_impl->divide(a, b);
}
Term TermStore::urem(Term a, Term b) {
  return require_bits(a, b), d_impl->remainder(a, b);
}
Term TermStore::sdiv(Term a, Term b) {
  return require_bits(a, b), d_impl->signed_divide(a, b);
}
Term TermStore::srem(Term a, Term b) {
  return require_bits(a, b), d_impl->signed_remainder(a, b);
}
Term TermStore::bvnot(Term a) {
  return require_bits(a, a), d_impl->complement(a);
}
Term TermStore::bvand(Term a, Term b) {
  return require_bits(a, b), d_impl->bitwise(Kind::BvAnd, a, b);
}
Term TermStore::bvor(Term a, Term b) {
  return require_bits(a, b), d_impl->bitwise(Kind::BvOr, a, b);
}
Term TermStore::bvxor(Term a, Term b) {
  return require_bits(a, b), d_impl->bitwise(Kind::BvXor, a, b);
}
Term TermStore::shl(Term a, Term b) {
  return require_bits(a, b), d_impl->shift_left(a, b);
}
Term TermStore::lshr(Term a, Term b) {
  return require_bits(a, b), d_impl->shift_right(a, b, false);
}
Term TermStore::ashr(Term a, Term b) {
  return require_bits(a, b), d_impl->shift_right(a, b, true);
}
Term TermStore::ult(Term a, Term b) {
  return require_bits(a, b), d_impl->less(a, b, false);
}
Term TermStore::ule(Term a, Term b) {
  return require_bits(a, b), d_impl->negate(d_impl->less(b, a, false));
}
Term TermStore::slt(Term a, Term b) {
  return require_bits(a, b), d_impl->less(a, b, true);
}
Term TermStore::sle(Term a, Term b) {
  return require_bits(a, b), d_impl->negate(d_impl->less(b, a, true));
}

Term TermStore::extract(Term a, unsigned low, unsigned width) {
  require(a.width() != 0 && width >= 1 && low + width <= a.width(), "extracted bits must lie in the operand");
  return d_impl->extract(a, low, width);
}

Term TermStore::concat(Term high, Term low) {
  require(high.width() != 0 && low.width() != 0, "operands must be bit-vectors");
  require_width(high.width() + low.width());
  return d_impl->concatenate({high, low});
}

Term TermStore::zext(Term a, unsigned width) {
  require_width(width);
  require(a.width() != 0 && width >= a.width(), "an extension cannot be narrower than its operand");
  return d_impl->extend(a, width, false);
}

Term TermStore::sext(Term a, unsigned width) {
  require_width(width);
  require(a.width() != 0 && width >= a.width(), "an extension cannot be narrower than its operand");
  return d_impl->extend(a, width, true);
}

// A member of the store, like everything about its terms.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
TermStore::Range TermStore::unsigned_range(Term term) {
  require(term.width() != 0, "operand must be a bit-vector");
  return {cell(term).low_bound, cell(term).high_bound};
}

// A member of the store, like everything about its terms.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
TermStore::SignedRange TermStore::signed_range(Term term) {
  require(term.width() != 0, "operand must be a bit-vector");
  return {cell(term).signed_bounds.low, cell(term).signed_bounds.high};
}

// A member of the store, like everything about its terms.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
unsigned TermStore::trailing_zeros(Term term) {
  require(term.width() != 0, "operand must be a bit-vector");
  return cell(term).zeros;
}

std::size_t TermStore::size() const {
  return d_impl->d_cells.size();
}

}  // namespace launchproof::smt

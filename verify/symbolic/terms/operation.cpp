#include "verify/symbolic/terms/operation.h"

namespace launchproof::symbolic {

using model::Op;
using model::Value;
using smt::Term;
using smt::TermStore;

namespace {

// Operations on Booleans; one-bit division is not supported.
Term boolean_operation(TermStore& store, const Value& value, std::span<const Term> x,
                       const std::function<Term()>& undefined) {
  switch (value.op) {
    case Op::Add:
    case Op::Sub:
    case Op::Xor:
      return store.distinct(x[0], x[1]);
    case Op::Mul:
    case Op::And:
      return store.and_(x[0], x[1]);
    case Op::Or:
      return store.or_(x[0], x[1]);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return undefined();
    case Op::Trunc:
      return store.eq(store.extract(x[0], 0, 1), store.bv(1, 1));
    case Op::Extract:
      return store.eq(store.extract(to_bits(store, x[0]), static_cast<unsigned>(value.literal), 1),
                      store.bv(1, 1));
    default:
      return {};
  }
}

// An undefined division has an arbitrary result: by zero and, if signed, of the least number by -1.
Term division(TermStore& store, Term result, std::span<const Term> x, bool is_signed,
              const std::function<Term()>& undefined) {
  const unsigned width = x[1].width();
  const Term zero = store.eq(x[1], store.bv(0, width));
  if (!zero.is_false()) result = store.ite(zero, undefined(), result);
  if (!is_signed) return result;
  const Term least = store.shl(store.bv(1, width), store.bv(width - 1, width));
  const Term beyond = store.and_(store.eq(x[0], least), store.eq(x[1], store.bvnot(store.bv(0, width))));
  return beyond.is_false() ? result : store.ite(beyond, undefined(), result);
}

Term bits_operation(TermStore& store, const Value& value, std::span<const Term> x,
                    const std::function<Term()>& undefined) {
  const auto shift = [&](Term result) {
    const Term fits = store.ult(x[1], store.bv(value.width, x[1].width()));
    return fits.is_true() ? result : store.ite(fits, result, undefined());
  };
  switch (value.op) {
    case Op::Add:
      return store.add(x[0], x[1]);
    case Op::Sub:
      return store.sub(x[0], x[1]);
    case Op::Mul:
      return store.mul(x[0], x[1]);
    case Op::And:
      return store.bvand(x[0], x[1]);
    case Op::Or:
      return store.bvor(x[0], x[1]);
    case Op::Xor:
      return store.bvxor(x[0], x[1]);
    case Op::UDiv:
      return division(store, store.udiv(x[0], x[1]), x, false, undefined);
    case Op::SDiv:
      return division(store, store.sdiv(x[0], x[1]), x, true, undefined);
    case Op::URem:
      return division(store, store.urem(x[0], x[1]), x, false, undefined);
    case Op::SRem:
      return division(store, store.srem(x[0], x[1]), x, true, undefined);
    case Op::Shl:
      return shift(store.shl(x[0], x[1]));
    case Op::LShr:
      return shift(store.lshr(x[0], x[1]));
    case Op::AShr:
      return shift(store.ashr(x[0], x[1]));
    case Op::Trunc:
      return store.trunc(x[0], value.width);
    case Op::Extract:
      return store.extract(to_bits(store, x[0]), static_cast<unsigned>(value.literal), value.width);
    default:
      return {};
  }
}

}  // namespace

Term to_bits(TermStore& store, Term term) {
  return term.width() == 0 ? store.ite(term, store.bv(1, 1), store.bv(0, 1)) : term;
}

Term from_bits(TermStore& store, Term bits, unsigned width) {
  return width == 1 ? store.eq(store.extract(bits, 0, 1), store.bv(1, 1)) : store.trunc(bits, width);
}

Term operation(TermStore& store, const Value& value, std::span<const Term> operands,
               const std::function<Term()>& undefined) {
  const std::span<const Term> x = operands;
  const auto bits = [&](std::size_t i) { return to_bits(store, x[i]); };
  switch (value.op) {
    case Op::Equal:
      return store.eq(x[0], x[1]);
    case Op::ULess:
      return store.ult(bits(0), bits(1));
    case Op::ULessEq:
      return store.ule(bits(0), bits(1));
    case Op::SLess:
      return store.slt(bits(0), bits(1));
    case Op::SLessEq:
      return store.sle(bits(0), bits(1));
    case Op::Select:
      return store.ite(x[0], x[1], x[2]);
    case Op::ZExt:
      return store.zext(bits(0), value.width);
    case Op::SExt:
      return store.sext(bits(0), value.width);
    case Op::Concat: {
      Term all = bits(0);
      for (std::size_t i = 1; i < x.size(); ++i) all = store.concat(bits(i), all);
      return all;
    }
    default:
      return value.width == 1 ? boolean_operation(store, value, x, undefined)
                              : bits_operation(store, value, x, undefined);
  }
}

Term launch_value(TermStore& store, const Value& value, const WorkItem& item, LaunchTerms& launch,
                  const model::LaunchFacts& facts) {
  const unsigned dimension = value.index;
  switch (value.op) {
    case Op::Constant:
      return value.width == 1 ? store.boolean((value.literal & 1U) != 0)
                              : store.bv(value.literal, value.width);
    case Op::LocalId:
      return store.trunc(item.local_id[dimension], value.width);
    case Op::GroupId:
      return store.trunc(item.group_id[dimension], value.width);
    case Op::LocalSize:
      return store.trunc(item.local_size[dimension], value.width);
    case Op::EnqueuedLocalSize:
      return store.trunc(launch.local_size(dimension), value.width);
    case Op::NumGroups:
      return store.trunc(launch.groups(dimension), value.width);
    case Op::GlobalOffset:
      return store.trunc(launch.offset(dimension), value.width);
    case Op::GlobalSize:
      return store.trunc(launch.global_size(dimension), value.width);
    case Op::WorkDim:
      return store.bv(facts.work_dim, value.width);
    default:
      return {};
  }
}

}  // namespace launchproof::symbolic

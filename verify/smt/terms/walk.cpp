#include "verify/smt/terms/walk.h"

#include <algorithm>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

std::vector<Term> collect(Term root, bool (*wanted)(Kind)) {
  std::vector<Term> found;
  Marks marks;
  visit_operands_first(root, marks, [&](Term term) {
    if (wanted(term.kind())) found.push_back(term);
  });
  std::sort(found.begin(), found.end(), [](Term a, Term b) { return a.id() < b.id(); });
  return found;
}

// `term` over other operands, through the constructors so that it is simplified again.
Term rebuild(TermStore& store, Term term, const std::vector<Term>& x) {
  const auto fold = [&](Term (TermStore::*join)(Term, Term)) {
    Term result = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) result = (store.*join)(result, x[i]);
    return result;
  };
  switch (term.kind()) {
    case Kind::Not:
      return store.not_(x[0]);
    case Kind::And:
      return store.and_(x);
    case Kind::Or:
      return store.or_(x);
    case Kind::Ite:
      return store.ite(x[0], x[1], x[2]);
    case Kind::Eq:
      return store.eq(x[0], x[1]);
    case Kind::Add:
      return fold(&TermStore::add);
    case Kind::Sub:
      return store.sub(x[0], x[1]);
    case Kind::Mul:
      return fold(&TermStore::mul);
    case Kind::Neg:
      return store.neg(x[0]);
    case Kind::UDiv:
      return store.udiv(x[0], x[1]);
    case Kind::URem:
      return store.urem(x[0], x[1]);
    case Kind::SDiv:
      return store.sdiv(x[0], x[1]);
    case Kind::SRem:
      return store.srem(x[0], x[1]);
    case Kind::BvNot:
      return store.bvnot(x[0]);
    case Kind::BvAnd:
      return fold(&TermStore::bvand);
    case Kind::BvOr:
      return fold(&TermStore::bvor);
    case Kind::BvXor:
      return fold(&TermStore::bvxor);
    case Kind::Shl:
      return store.shl(x[0], x[1]);
    case Kind::LShr:
      return store.lshr(x[0], x[1]);
    case Kind::AShr:
      return store.ashr(x[0], x[1]);
    case Kind::Ult:
      return store.ult(x[0], x[1]);
    case Kind::Ule:
      return store.ule(x[0], x[1]);
    case Kind::Slt:
      return store.slt(x[0], x[1]);
    case Kind::Sle:
      return store.sle(x[0], x[1]);
    case Kind::Extract:
      return store.extract(x[0], term->low, term.width());
    case Kind::Concat:
      return fold(&TermStore::concat);
    case Kind::ZeroExtend:
      return store.zext(x[0], term.width());
    case Kind::SignExtend:
      return store.sext(x[0], term.width());
    case Kind::Apply:
      return store.apply(term->name, x, term.width());
    case Kind::True:
    case Kind::False:
    case Kind::BoolVar:
    case Kind::BvConst:
    case Kind::BvVar:
      break;
  }
  return term;
}

}  // namespace

// Asked of a store, as everything about its terms.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
std::vector<Term> TermStore::variables(Term term) {
  return collect(term, [](Kind kind) { return kind == Kind::BoolVar || kind == Kind::BvVar; });
}

// Asked of a store, as everything about its terms.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
std::vector<Term> TermStore::applications(Term term) {
  return collect(term, [](Kind kind) { return kind == Kind::Apply; });
}

Term TermStore::substitute(Term root, const std::function<Term(Term)>& mapping) {
  std::unordered_map<Term, Term> replaced;
  std::vector<std::pair<Term, std::size_t>> stack;
  const auto enter = [&](Term term) {
    if (replaced.contains(term)) return;
    if (const Term other = mapping(term))
      replaced.emplace(term, other);
    else
      stack.emplace_back(term, 0);
  };
  enter(root);
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next < term->operands.size()) {
      enter(term->operands[next++]);
      continue;
    }
    const Term done = term;
    stack.pop_back();
    std::vector<Term> operands;
    bool changed = false;
    for (const Term operand : done->operands) {
      operands.push_back(replaced.at(operand));
      changed = changed || operands.back() != operand;
    }
    replaced.emplace(done, changed ? rebuild(*this, done, operands) : done);
  }
  return replaced.at(root);
}

}  // namespace launchproof::smt

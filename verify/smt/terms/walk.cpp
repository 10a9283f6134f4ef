#include "verify/smt/terms/walk.h"

#include <algorithm>
#include <utility>

#include "verify/smt/terms/store.h"
#include "verify/smt/terms/term_table.h"

namespace launchproof::smt {
namespace {

// Rebuilds `term` with other operands, using the constructors so that it is simplified again.
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

const Leaves& TermStore::Impl::leaves_of(Term root) {
  constexpr std::size_t kMostKept = 4'000'000;  // number of terms for all roots together
  const bool is_own = root.id() < d_cells.size() && &d_cells[root.id()] == root.node();
  if (const std::uint32_t known = is_own ? d_leaves_by_root.find(root) : 0; known != 0)
    return d_leaves[known - 1];
  if (d_leaves_kept > kMostKept) {
    d_leaves_by_root = {};
    d_leaves.clear();
    d_leaves_kept = 0;
  }
  Leaves found;
  Marks marks;
  visit_operands_first(root, marks, [&](Term term) {
    if (term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar) found.variables.push_back(term);
    if (term.kind() == Kind::Apply) found.applications.push_back(term);
  });
  std::ranges::sort(found.variables, {}, &Term::id);
  std::ranges::sort(found.applications, {}, &Term::id);
  if (!is_own) {
    d_leaves_of_other = std::move(found);
    return d_leaves_of_other;
  }
  d_leaves_kept += found.variables.size() + found.applications.size() + 1;
  d_leaves.push_back(std::move(found));
  d_leaves_by_root[root] = static_cast<std::uint32_t>(d_leaves.size());
  return d_leaves.back();
}

std::vector<Term> TermStore::variables(Term term) {
  return d_impl->leaves_of(term).variables;
}

std::vector<Term> TermStore::applications(Term term) {
  return d_impl->leaves_of(term).applications;
}

Term TermStore::substitute(Term root, const std::function<Term(Term)>& mapping) {
  TermTable<Term> replaced;
  std::vector<std::pair<Term, std::size_t>> stack;
  const auto enter = [&](Term term) {
    Term& known = replaced[term];
    if (known) return;
    known = mapping(term);
    if (!known) stack.emplace_back(term, 0);
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
    const bool changed =
        std::ranges::any_of(done->operands, [&](Term operand) { return replaced.find(operand) != operand; });
    if (!changed) {
      replaced[done] = done;
      continue;
    }
    std::vector<Term> operands;
    operands.reserve(done->operands.size());
    for (const Term operand : done->operands) operands.push_back(replaced.find(operand));
    replaced[done] = rebuild(*this, done, operands);
  }
  return replaced.find(root);
}

}  // namespace launchproof::smt

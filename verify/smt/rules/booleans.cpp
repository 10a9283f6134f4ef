// Boolean rules. Every disjunction is the complement of a conjunction, so one set of rules handles both.
#include <algorithm>

#include "verify/smt/terms/by_id.h"
#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

bool contains(const std::vector<Term>& sorted, Term term) {
  return std::binary_search(sorted.begin(), sorted.end(), term, by_id);
}

// With more operands than this, the quadratic rules are not applied.
constexpr std::size_t kMergeLimit = 12;

}  // namespace

Term TermStore::Impl::negate(Term a) {
  if (cell(a).negation != nullptr) return Term(cell(a).negation);
  Term result;
  if (a->kind == Kind::And) {
    std::vector<Term> operands;
    operands.reserve(a->operands.size());
    for (const Term operand : a->operands) operands.push_back(negate(operand));
    std::sort(operands.begin(), operands.end(), by_id);
    result = make(Kind::Or, 0, std::move(operands));
  } else {
    result = make(Kind::Not, 0, {a});
  }
  cell(a).negation = result.node();
  cell(result).negation = a.node();
  return result;
}

// Flattens, sorts, and drops duplicates and `true`. Returns false if the conjunction is false.
bool TermStore::Impl::gather(std::vector<Term>& operands) {
  std::vector<Term> flat;
  for (const Term operand : operands) {
    if (operand->kind == Kind::And)
      flat.insert(flat.end(), operand->operands.begin(), operand->operands.end());
    else if (operand.is_false())
      return false;
    else if (!operand.is_true())
      flat.push_back(operand);
  }
  std::sort(flat.begin(), flat.end(), by_id);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const Term operand : flat) {
    const Node* negation = cell(operand).negation;
    if (negation != nullptr && contains(flat, Term(negation))) return false;
  }
  operands.swap(flat);
  return true;
}

// Simplifies clauses by the other conjuncts: a ∧ (a ∨ x) = a, a ∧ (¬a ∨ x) = a ∧ x. Returns true if something
// changed. All clauses are simplified by the same conjuncts: a literal is a proper part of its clause, so no
// two clauses justify each other's change.
bool TermStore::Impl::absorb(std::vector<Term>& operands) {
  std::vector<Term> result;
  bool changed = false;
  for (const Term clause : operands) {
    if (clause->kind != Kind::Or) {
      result.push_back(clause);
      continue;
    }
    std::vector<Term> kept;
    bool implied = false;
    for (const Term literal : clause->operands) {
      implied = implied || contains(operands, literal);
      const Node* negation = cell(literal).negation;
      if (negation == nullptr || !contains(operands, Term(negation))) kept.push_back(literal);
    }
    const bool same = kept.size() == clause->operands.size();
    changed = changed || implied || !same;
    if (!implied) result.push_back(same ? clause : disjunction(std::move(kept)));
  }
  operands.swap(result);
  return changed;
}

// Simplifies pairs of clauses: (x ∨ a) ∧ (x ∨ a ∨ b) = x ∨ a, (a ∨ x) ∧ (¬a ∨ x) = x. Returns true if
// something changed.
bool TermStore::Impl::merge_clauses(std::vector<Term>& operands) {
  if (operands.size() > kMergeLimit) return false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = 0; j < operands.size(); ++j) {
      if (i == j || operands[i]->kind != Kind::Or || operands[j]->kind != Kind::Or) continue;
      const auto& small = operands[i]->operands;
      const auto& large = operands[j]->operands;
      if (small.size() > large.size()) continue;
      std::size_t missing = 0;
      Term odd;
      for (const Term literal : small) {
        if (contains(large, literal)) continue;
        ++missing;
        odd = literal;
      }
      if (missing == 0) {
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
        return true;
      }
      if (missing != 1) continue;
      const Node* negation = cell(odd).negation;
      if (negation == nullptr || !contains(large, Term(negation))) continue;
      std::vector<Term> kept;  // resolution: the larger clause loses the complement
      for (const Term literal : large) {
        if (literal != Term(negation)) kept.push_back(literal);
      }
      operands[j] = disjunction(std::move(kept));
      return true;
    }
  }
  return false;
}

Term TermStore::Impl::conjunction(std::vector<Term> operands) {
  do {
    if (!gather(operands)) return d_false;
    if (operands.size() < 2) return operands.empty() ? d_true : operands.front();
  } while (absorb(operands) || merge_clauses(operands));
  return make(Kind::And, 0, std::move(operands));
}

// (x ∧ a) ∨ (x ∧ b) = x if a ∨ b is true, as for paths that separate at a branch and meet again. Returns a
// null Term if this does not apply.
Term TermStore::Impl::meeting_ways(const std::vector<Term>& operands) {
  std::vector<Term> ways;
  for (const Term operand : operands) {
    if (operand->kind == Kind::Or)
      ways.insert(ways.end(), operand->operands.begin(), operand->operands.end());
    else if (!operand.is_false())
      ways.push_back(operand);
  }
  const auto is_conjunction = [](Term way) { return way->kind == Kind::And; };
  if (ways.size() < 2 || !std::ranges::all_of(ways, is_conjunction)) return {};
  std::vector<Term> common = ways.front()->operands;
  for (std::size_t i = 1; i < ways.size() && !common.empty(); ++i)
    std::erase_if(common, [&](Term part) { return !contains(ways[i]->operands, part); });
  if (common.empty()) return {};
  for (Term& way : ways) {
    std::vector<Term> rest;
    for (const Term part : way->operands)
      if (!contains(common, part)) rest.push_back(part);
    way = conjunction(std::move(rest));
  }
  if (!disjunction(std::move(ways)).is_true()) return {};
  return conjunction(std::move(common));
}

Term TermStore::Impl::disjunction(std::vector<Term> operands) {
  if (const Term met = meeting_ways(operands)) return met;
  for (Term& operand : operands) operand = negate(operand);
  return negate(conjunction(std::move(operands)));
}

Term TermStore::Impl::choose(Term condition, Term a, Term b) {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  if (a == b) return a;
  if (condition->kind == Kind::Not) return choose(negate(condition), b, a);
  if (a->kind == Kind::Ite && a->operands[0] == condition) return choose(condition, a->operands[1], b);
  if (b->kind == Kind::Ite && b->operands[0] == condition) return choose(condition, a, b->operands[2]);
  if (a->width == 0) {
    const Term otherwise = negate(condition);
    if (a.is_true() || a == condition) return disjunction({condition, b});
    if (a.is_false() || a == otherwise) return conjunction({otherwise, b});
    if (b.is_true() || b == otherwise) return disjunction({otherwise, a});
    if (b.is_false() || b == condition) return conjunction({condition, a});
    if (negate(a) == b) return same(condition, a);
  } else if (condition->kind == Kind::Eq && condition->operands[0]->width != 0) {
    // ite(x = y, x, y) = y, also if both x and y are extended.
    const Term left = condition->operands[0], right = condition->operands[1];
    const auto are = [&](Term x, Term y) {
      if (x == a && y == b) return true;
      if (x->width >= a->width) return false;
      return (extend(x, a->width, false) == a && extend(y, a->width, false) == b) ||
             (extend(x, a->width, true) == a && extend(y, a->width, true) == b);
    };
    if (are(left, right) || are(right, left)) return b;
  }
  return make(Kind::Ite, a->width, {condition, a, b});
}

}  // namespace launchproof::smt

#include "verify/smt/questions/halves.h"

#include <algorithm>
#include <map>
#include <utility>

#include "verify/smt/questions/question.h"
#include "verify/smt/terms/by_id.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr std::size_t kMostTried = 8;
constexpr std::size_t kLargest = 4'000;  // nodes
constexpr unsigned kUsesOfChoice = 3;    // a condition of a choice has the weight of this many uses

bool is_condition(Term term) {
  return term.width() == 0 && (term.kind() == Kind::BoolVar || term.kind() == Kind::Eq ||
                               term.kind() == Kind::Ult || term.kind() == Kind::Slt);
}

// The most frequently used conditions come first.
std::vector<Term> conditions(std::span<const Term> conjuncts) {
  std::map<Term, unsigned, decltype(&by_id)> uses(&by_id);
  Marks marks;
  for (const Term conjunct : conjuncts) {
    visit_operands_first(conjunct, marks, [&](Term term) {
      for (std::size_t i = 0; i < term->operands.size(); ++i)
        if (is_condition(term->operands[i]))
          uses[term->operands[i]] += term.kind() == Kind::Ite && i == 0 ? kUsesOfChoice : 1;
    });
  }
  // A condition that a conjunct already states does not divide the question.
  for (const Term conjunct : conjuncts)
    uses.erase(conjunct.kind() == Kind::Not ? conjunct->operands[0] : conjunct);
  std::vector<std::pair<Term, unsigned>> ordered(uses.begin(), uses.end());
  std::ranges::sort(ordered, {}, [](const std::pair<Term, unsigned>& item) {
    return std::pair(~item.second, item.first.id());
  });
  std::vector<Term> result;
  for (const auto& [term, count] : ordered)
    if (count > 1 && result.size() < kMostTried) result.push_back(term);
  return result;
}

std::vector<Term> half(TermStore& store, std::span<const Term> conjuncts, Term condition, bool holds) {
  const Term value = holds ? store.true_() : store.false_();
  std::vector<Term> result;
  for (const Term conjunct : conjuncts)
    result.push_back(
        store.substitute(conjunct, [&](Term term) { return term == condition ? value : Term(); }));
  result.push_back(holds ? condition : store.not_(condition));
  return result;
}

// Returns the size of the question that remains for a solver; 0 if it is already decided.
std::size_t size_of(TermStore& store, std::span<const Term> conjuncts) {
  const Question question(store, conjuncts);
  return question.settled().status == Status::Unsat ? 0 : nodes_of(question.conjuncts());
}

}  // namespace

std::optional<Halves> halves(TermStore& store, std::span<const Term> conjuncts) {
  if (nodes_of(conjuncts) > kLargest) return std::nullopt;
  const std::size_t whole = size_of(store, conjuncts);
  std::optional<Halves> best;
  std::size_t least = 2 * whole - whole / 5;
  for (const Term condition : conditions(conjuncts)) {
    Halves tried{half(store, conjuncts, condition, true), half(store, conjuncts, condition, false)};
    const std::size_t with = size_of(store, tried.with), without = size_of(store, tried.without);
    if (with + without >= least) continue;
    least = with + without;
    best = std::move(tried);
  }
  return best;
}

}  // namespace launchproof::smt

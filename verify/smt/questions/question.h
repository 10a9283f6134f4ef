// The work around every solver: making a question smaller, and taking a model back to it.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

struct Symbols {
  std::vector<Term> variables;
  std::vector<Term> applications;
};

Symbols symbols_of(std::span<const Term> conjuncts);

// A question with a model exactly when the original has one. Statements of conjuncts about a variable are
// used in its place: v = t and v ∧ … by substitution, v < c by a narrower variable under an extension, which
// lets the terms' own rules (cancelling, narrowing, factors) work with the bounds. A variable that conjuncts
// speak of under one condition alone (¬c ∨ v < k) is bounded as if the condition held: its value matters
// nowhere else.
class Question {
 public:
  // Makes a question smaller. Not `is_whole`: others reach it (in_place), so that nothing may depend on what
  // the conjuncts leave open.
  Question(TermStore& store, std::span<const Term> conjuncts, bool is_whole = true);

  const std::vector<Term>& conjuncts() const { return d_conjuncts; }
  // Returns another term with what the conjuncts say about its variables substituted. It equals the term
  // wherever the conjuncts hold.
  Term in_place(TermStore& store, Term term) const;
  // Returns the same terms, not made smaller: what a check of the reduction itself needs.
  static Question verbatim(std::span<const Term> conjuncts);

  // Returns Unsat or Sat, by no solver, when the question is settled without one; else Unknown with no
  // reason.
  Answer settled() const;
  // Returns a model of conjuncts() as an answer to the original question: Sat when it fits, else Unknown
  // "model does not fit".
  Answer sat(Model model, const std::string& solver) const;

 private:
  Question() = default;
  bool reduce(TermStore& store);  // one round; false when nothing changed
  // Puts a variable in the place of a sum (bounded_sums.h). Returns false when there is none.
  bool name_sum(TermStore& store);

  bool d_is_whole = true;
  std::vector<Term> d_original;
  std::vector<Term> d_conjuncts;
  std::vector<std::pair<Term, Term>>
      d_definitions;  // variable and its value over what came later, oldest first
  std::vector<std::unordered_map<Term, Term>> d_rounds;  // the same, by round
};

// Why a model is not an answer: a conjunct is false in it.
inline constexpr const char* kNoFit = "model does not fit";

// Why a solver of the integer form leaves a question to others.
inline constexpr const char* kNoIntegerForm = "no integer form";

Answer unknown(std::string reason, const std::string& solver);

}  // namespace launchproof::smt

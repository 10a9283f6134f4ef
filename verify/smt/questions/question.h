// Prepares questions for every solver: makes a question smaller, and converts models back.
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

// A question that has a model if and only if the original has one. Statements of conjuncts about a variable
// are used to replace it: v = t and v ∧ … by substitution, v < c by a narrower variable under an extension,
// so that the terms' own rules (cancelling, narrowing, factors) can use the bounds. If all conjuncts that
// mention a variable do so under the same condition (¬c ∨ v < k), it is bounded as if the condition held,
// because its value matters nowhere else.
class Question {
 public:
  // Makes a question smaller. If `is_whole` is false, further conjuncts follow (in_place), so the reduction
  // must not depend on what these conjuncts leave open.
  Question(TermStore& store, std::span<const Term> conjuncts, bool is_whole = true);

  const std::vector<Term>& conjuncts() const { return d_conjuncts; }
  // Returns another term after substituting what the conjuncts say about its variables. It equals the
  // original wherever the conjuncts hold.
  Term in_place(TermStore& store, Term term) const;
  // Returns the same terms without reducing them, as needed to check the reduction itself.
  static Question verbatim(std::span<const Term> conjuncts);

  // Returns Unsat or Sat if the question is settled without a solver; otherwise Unknown without a reason.
  Answer settled() const;
  // Returns a model of conjuncts() as an answer to the original question: Sat if it satisfies it, otherwise
  // Unknown "model does not fit".
  Answer sat(Model model, const std::string& solver) const;

 private:
  Question() = default;
  bool reduce(TermStore& store);  // one round; false when nothing changed
  // Replaces a sum by a variable (bounded_sums.h). Returns false if there is no such sum.
  bool name_sum(TermStore& store);

  bool d_is_whole = true;
  std::vector<Term> d_original;
  std::vector<Term> d_conjuncts;
  std::vector<std::pair<Term, Term>>
      d_definitions;  // variable and its value in terms of later variables, oldest first
  std::vector<std::unordered_map<Term, Term>> d_rounds;  // the same, by round
};

// The reason if a model is no answer because a conjunct is false in it.
inline constexpr const char* kNoFit = "model does not fit";

// The reason if a solver of the integer form leaves a question to other solvers.
inline constexpr const char* kNoIntegerForm = "no integer form";

Answer unknown(std::string reason, const std::string& solver);

}  // namespace launchproof::smt

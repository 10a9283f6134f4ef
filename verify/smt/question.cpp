#include "verify/smt/question.h"

#include <algorithm>

#include "verify/smt/walk.h"

namespace launchproof::smt {

Symbols symbols_of(std::span<const Term> conjuncts) {
  Symbols symbols;
  Marks marks;
  for (const Term conjunct : conjuncts) {
    visit_operands_first(conjunct, marks, [&](Term term) {
      if (term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar) symbols.variables.push_back(term);
      if (term.kind() == Kind::Apply) symbols.applications.push_back(term);
    });
  }
  return symbols;
}

Answer trivial_answer(std::span<const Term> conjuncts, const std::string& solver) {
  Answer answer;
  answer.solver = solver;
  if (std::any_of(conjuncts.begin(), conjuncts.end(), [](Term t) { return t.is_false(); })) {
    answer.status = Status::Unsat;
  } else if (std::all_of(conjuncts.begin(), conjuncts.end(), [](Term t) { return t.is_true(); })) {
    answer.status = Status::Sat;
  }
  return answer;
}

Answer unknown(std::string reason, const std::string& solver) {
  return {Status::Unknown, {}, std::move(reason), solver};
}

Answer checked(Model model, std::span<const Term> conjuncts, const std::string& solver) {
  for (const Term conjunct : conjuncts) {
    if (model.evaluate(conjunct) == 0) return unknown("model does not fit", solver);
  }
  return {Status::Sat, std::move(model), {}, solver};
}

}  // namespace launchproof::smt

#include "verify/smt/limits/allowance.h"

#include <algorithm>

namespace launchproof::smt {

Answer Allowance::check(std::span<const Term> conjuncts, const Limits& limits) {
  if (d_spent >= d_all) {
    d_used_up.cancel();
    Answer answer;
    answer.reason = kOutOfWork;
    return answer;
  }
  Limits own = limits;
  Work most = d_all - d_spent;
  if (d_question != 0) most = std::min(most, d_question);
  if (own.work == 0) own.in_slices = true;  // solvers take turns, as they do without a limit
  own.work = own.work == 0 ? most : std::min(own.work, most);
  Answer answer = d_solver.check(conjuncts, own);
  d_spent += answer.work + (answer.solver.empty() ? 0 : kWorkOfQuestion);
  if (d_spent >= d_all) d_used_up.cancel();
  return answer;
}

}  // namespace launchproof::smt

#include "verify/smt/limits/meter.h"

namespace launchproof::smt {

Answer Meter::check(std::span<const Term> conjuncts, const Limits& limits) {
  Answer answer = d_solver->check(conjuncts, limits);
  if (!answer.solver.empty()) d_spent += kWorkOfQuestion + answer.work;
  if (answer.status == Status::Unknown && answer.reason.find("timeout") != std::string::npos) ++d_timeouts;
  return answer;
}

}  // namespace launchproof::smt

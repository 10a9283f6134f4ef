#include "verify/smt/solvers/backend.h"

#include <chrono>

#include "verify/effort/clock.h"

namespace launchproof::smt {

Answer Backend::check(std::span<const Term> conjuncts, const Limits& limits) {
  const auto deadline = effort::Clock::now() + limits.time;
  const Question question(d_store, conjuncts);
  Answer settled = question.settled();
  if (settled.status != Status::Unknown) return settled;
  Limits rest = limits;
  rest.time = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - effort::Clock::now());
  Cancellation never;
  Cancellation& cancellation = limits.cancellation == nullptr ? never : *limits.cancellation;
  return cancellation.cancelled() ? unknown("cancelled", name()) : answer(question, rest, cancellation);
}

}  // namespace launchproof::smt

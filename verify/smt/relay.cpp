#include "verify/smt/relay.h"

#include <algorithm>
#include <stdexcept>

namespace launchproof::smt {
namespace {

class Relay : public Solver {
 public:
  explicit Relay(std::vector<std::unique_ptr<Solver>> solvers) : d_solvers(std::move(solvers)) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override {
    using SteadyClock = std::chrono::steady_clock;
    const auto deadline = SteadyClock::now() + limits.time;
    std::string reasons;
    for (std::size_t i = 0; i < d_solvers.size(); ++i) {
      Limits share = limits;
      share.time = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
      if (i + 1 < d_solvers.size()) share.time /= 4;
      Answer answer;
      answer.reason = "timeout";
      if (share.time.count() > 0) answer = d_solvers[i]->check(conjuncts, share);
      if (answer.status != Status::Unknown) return answer;
      reasons += (reasons.empty() ? "" : "; ") + d_solvers[i]->name() + ": " + answer.reason;
    }
    Answer unknown;
    unknown.reason = std::move(reasons);
    unknown.solver = name();
    return unknown;
  }

  std::string name() const override {
    std::string all;
    for (const auto& solver : d_solvers) all += (all.empty() ? "" : ",") + solver->name();
    return all;
  }

 private:
  std::vector<std::unique_ptr<Solver>> d_solvers;
};

}  // namespace

std::unique_ptr<Solver> make_relay(std::vector<std::unique_ptr<Solver>> solvers) {
  if (solvers.empty()) throw std::invalid_argument("a relay needs a solver");
  if (solvers.size() == 1) return std::move(solvers.front());
  return std::make_unique<Relay>(std::move(solvers));
}

}  // namespace launchproof::smt

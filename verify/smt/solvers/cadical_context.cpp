// A context in CaDiCaL: the circuit grows with each question, and learnt clauses are kept.
#include <algorithm>
#include <cadical.hpp>
#include <limits>
#include <unordered_map>

#include "verify/smt/questions/kept_context.h"
#include "verify/smt/solvers/cadical_guard.h"
#include "verify/smt/solvers/cadical_model.h"

namespace launchproof::smt {
namespace {

constexpr std::size_t kMostWork = 300'000;  // clauses and compared applications

class CadicalContext : public KeptContext {
 public:
  CadicalContext(const Question& context, Cancellation* cancellation)
      : d_cancellation(cancellation), d_blaster(kMostWork) {
    d_solver.set("quiet", 1);
    d_solver.set("phase", 0);  // prefer zeros in models
    d_is_too_large = !d_blaster.require(context.conjuncts());
    d_symbols.add(context.conjuncts());
  }

  Search find(std::span<const Asked> conjuncts, const Limits& limits) override {
    const auto deadline = effort::Clock::now() + limits.time;
    std::unordered_map<Literal, std::size_t> numbers;
    for (const Asked& asked : conjuncts) {
      if (d_is_too_large) return {};
      const std::optional<Literal> literal = d_blaster.literal(asked.conjunct);
      d_is_too_large = !literal;
      if (literal) numbers.try_emplace(*literal, asked.number);
      d_symbols.add(std::span<const Term>(&asked.conjunct, 1));
    }
    if (d_is_too_large || effort::Clock::now() >= deadline) return {};
    const std::vector<int>& clauses = d_blaster.circuit().clauses();
    for (; d_added < clauses.size(); ++d_added) d_solver.add(clauses[d_added]);
    for (const auto& [literal, number] : numbers) d_solver.assume(literal);
    const Work allowed = limits.work == 0 ? std::numeric_limits<Work>::max() : limits.work;
    CadicalGuard guard(allowed / work_of_step(d_blaster.circuit().clause_count()) + 1, deadline,
                       d_cancellation);
    d_solver.connect_terminator(&guard);
    const int result = d_solver.solve();
    d_solver.disconnect_terminator();
    constexpr int kSatisfiable = 10, kUnsatisfiable = 20;
    if (result == kSatisfiable) return {cadical_model(d_solver, d_blaster, d_symbols.all()), {}};
    if (result != kUnsatisfiable) return {};
    std::vector<std::size_t> enough;
    for (const auto& [literal, number] : numbers)
      if (d_solver.failed(literal)) enough.push_back(number);
    std::ranges::sort(enough);
    return {{}, std::move(enough)};
  }

  bool is_too_large() const override { return d_is_too_large; }

 private:
  Cancellation* d_cancellation;
  BitBlaster d_blaster;
  CaDiCaL::Solver d_solver;
  std::size_t d_added = 0;  // number of the circuit's literals that were added
  KnownSymbols d_symbols;
  bool d_is_too_large = false;
};

}  // namespace

std::unique_ptr<KeptContext> keep_in_cadical(const Question& context, Cancellation* cancellation) {
  return std::make_unique<CadicalContext>(context, cancellation);
}

}  // namespace launchproof::smt

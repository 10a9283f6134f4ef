// CaDiCaL in process. It decides small bit-vector questions in a fraction of the time that Z3 needs to start.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <new>
#include <optional>

#include "verify/effort/clock.h"
#include "verify/smt/solvers/backend.h"
#include "verify/smt/solvers/bit_blaster.h"
#include "verify/smt/solvers/cadical_guard.h"
#include "verify/smt/solvers/cadical_model.h"

namespace launchproof::smt {
namespace {

using Clock = effort::Clock;

constexpr const char* kName = "cadical";

class CadicalSolver : public Backend {
 public:
  using Backend::Backend;

  std::string name() const override { return kName; }

  Answer answer(const Question& question, const Limits& limits, Cancellation& cancellation) override {
    try {
      return answer_within(question, limits, cancellation);
    } catch (const std::bad_alloc&) {
      return unknown("memory", kName);
    }
  }

 private:
  static Answer answer_within(const Question& question, const Limits& limits, Cancellation& cancellation) {
    const auto deadline = Clock::now() + limits.time;
    const Work allowed = limits.work == 0 ? std::numeric_limits<Work>::max() : limits.work;
    const std::size_t fitting = limits.memory_mib * (std::size_t{1} << 20) / kBytesOfClause;
    BitBlaster blaster(std::min<std::size_t>(allowed, fitting));
    if (!blaster.require(question.conjuncts())) {
      Answer answer = unknown(fitting <= allowed ? "memory" : kOutOfWork, kName);
      answer.work = std::min<Work>(allowed, fitting);
      return answer;
    }
    const Circuit& circuit = blaster.circuit();
    const Work of_circuit = blaster.work(), of_step = work_of_step(circuit.clause_count());
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    solver.set("phase", 0);  // prefer zeros in models
    for (const int literal : circuit.clauses()) solver.add(literal);
    CadicalGuard guard((allowed - of_circuit) / of_step + 1, deadline, &cancellation);
    solver.connect_terminator(&guard);
    const int result = solver.solve();
    solver.disconnect_terminator();
    Answer answer = answer_of(result, solver, question, blaster, guard);
    answer.work = std::min(of_circuit + of_step * guard.steps(), allowed);
    return answer;
  }

  static Answer answer_of(int result, CaDiCaL::Solver& solver, const Question& question,
                          const BitBlaster& blaster, const CadicalGuard& guard) {
    constexpr int kSatisfiable = 10, kUnsatisfiable = 20;
    if (result == kUnsatisfiable) return Answer{Status::Unsat, {}, {}, kName};
    if (result == kSatisfiable)
      return question.sat(cadical_model(solver, blaster, symbols_of(question.conjuncts())), kName);
    return unknown(guard.reason() == nullptr ? "solver gave up" : guard.reason(), kName);
  }
};

}  // namespace

std::unique_ptr<Backend> make_cadical_backend(TermStore& store) {
  return std::make_unique<CadicalSolver>(store);
}

}  // namespace launchproof::smt

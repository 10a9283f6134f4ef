// CaDiCaL in process: small questions of bit-vectors take it a fraction of what Z3 needs to begin.
#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>
#include <limits>
#include <map>
#include <new>
#include <optional>

#include "verify/effort/clock.h"
#include "verify/smt/backend.h"
#include "verify/smt/bit_blaster.h"

namespace launchproof::smt {
namespace {

using Clock = effort::Clock;

constexpr const char* kName = "cadical";

// Units of work for each time that CaDiCaL asks whether to go on, which is once for each decision or so: what
// it propagates grows with the circuit.
constexpr Work work_of_step(std::size_t clauses) {
  return 20 + clauses / 400;
}
// Each takes so much memory at least, in bytes, with what CaDiCaL keeps of it.
constexpr std::size_t kBytesOfClause = 256;

// Ends a search after so many steps, when the time is over, or when it is cancelled.
class Guard : public CaDiCaL::Terminator {
 public:
  Guard(Work most_steps, Clock::time_point deadline, const Cancellation& cancellation)
      : d_most(most_steps), d_deadline(deadline), d_cancellation(cancellation) {}

  bool terminate() override {
    if (!d_reason) look();
    return d_reason != nullptr;
  }

  Work steps() const { return d_steps; }
  // Null: it ended nothing.
  const char* reason() const { return d_reason; }

 private:
  void look() {
    constexpr Work kBetweenLooks = 64;
    if (++d_steps >= d_most)
      d_reason = kOutOfWork;
    else if (d_steps % kBetweenLooks != 1)
      return;
    else if (d_cancellation.cancelled())
      d_reason = "cancelled";
    else if (Clock::now() >= d_deadline)
      d_reason = "timeout";
  }

  Work d_most, d_steps = 0;
  Clock::time_point d_deadline;
  const Cancellation& d_cancellation;
  const char* d_reason = nullptr;
};

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
    solver.set("phase", 0);  // models of zeros, where there are some
    for (const int literal : circuit.clauses()) solver.add(literal);
    Guard guard((allowed - of_circuit) / of_step + 1, deadline, cancellation);
    solver.connect_terminator(&guard);
    const int result = solver.solve();
    solver.disconnect_terminator();
    Answer answer = answer_of(result, solver, question, blaster, guard);
    answer.work = std::min(of_circuit + of_step * guard.steps(), allowed);
    return answer;
  }

  static Answer answer_of(int result, CaDiCaL::Solver& solver, const Question& question,
                          const BitBlaster& blaster, const Guard& guard) {
    constexpr int kSatisfiable = 10, kUnsatisfiable = 20;
    if (result == kUnsatisfiable) return Answer{Status::Unsat, {}, {}, kName};
    if (result == kSatisfiable) return question.sat(model_of(solver, question, blaster), kName);
    return unknown(guard.reason() == nullptr ? "solver gave up" : guard.reason(), kName);
  }

  static Model model_of(CaDiCaL::Solver& solver, const Question& question, const BitBlaster& blaster) {
    const auto value = [&](Term term) {
      Bits bits = 0;
      const Word& word = blaster.word(term);
      for (std::size_t i = 0; i < word.size(); ++i)
        if ((solver.val(std::abs(word[i])) > 0) == (word[i] > 0)) bits |= Bits{1} << i;
      return bits;
    };
    const Symbols symbols = symbols_of(question.conjuncts());
    Model model;
    for (const Term variable : symbols.variables) model.set(variable, value(variable));
    std::map<std::uint32_t, std::pair<Term, Model::FunctionTable>> tables;  // by function
    for (const Term application : symbols.applications) {
      std::vector<Bits> arguments;
      for (const Term argument : application->operands) arguments.push_back(value(argument));
      auto& [named, table] = tables[application->low];
      named = application;
      table.entries.emplace(std::move(arguments), value(application));
    }
    for (auto& [function, entry] : tables) model.set_function(entry.first, std::move(entry.second));
    return model;
  }
};

}  // namespace

std::unique_ptr<Backend> make_cadical_backend(TermStore& store) {
  return std::make_unique<CadicalSolver>(store);
}

}  // namespace launchproof::smt

// Puts questions to the solver within the limits of a launch class, and implements Houdini.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "verify/smt/questions/counterexamples.h"
#include "verify/two_thread/proof/pool.h"
#include "verify/two_thread/terms/problem.h"
#include "verify/two_thread/terms/setting.h"

namespace launchproof::two_thread {

class Prover {
 public:
  Prover(const Setting& setting, smt::Solver& solver) : d_setting(setting), d_solver(solver) {}

  // Returns a prover with the same solvers and with the limits of another setting of the same class.
  Prover within(const Setting& setting) {
    Prover result(setting, d_solver);
    result.d_session = session();
    return result;
  }

  // Throws OutOfTime if the class has no time left. `most` limits the work of the solvers; without it, the
  // time limit for a question applies.
  smt::Answer ask(std::vector<smt::Term> conjuncts, smt::Work most);
  smt::Answer ask(std::vector<smt::Term> conjuncts);

  // Looks for a model of the refuter's context and these conjuncts. If none is found, that means nothing.
  // Throws like `ask`.
  smt::Search refute(smt::Counterexamples& refuter, std::span<const smt::Term> conjuncts, smt::Work most);
  std::shared_ptr<smt::SharedSession> session();

  smt::TermStore& store() { return d_setting.store; }
  bool uses(Optimisation optimisation) const { return d_setting.options.uses(optimisation); }
  std::uint64_t questions() const { return d_questions; }  // number of questions put to the solver
  std::uint64_t settled() const {
    return d_settled;
  }  // number of questions decided by simplification,
     // or asked before

 private:
  const Setting& d_setting;
  smt::Solver& d_solver;
  std::chrono::milliseconds time_left() const;
  // Returns the time limit of a question that may take `most` work (0: any amount).
  std::chrono::milliseconds time_for(smt::Work most) const;
  smt::Answer check(const std::vector<smt::Term>& parts, smt::Work most);
  smt::Answer check_one(const std::vector<smt::Term>& parts, smt::Work most);

  std::set<std::vector<std::uint32_t>> d_refuted;
  std::shared_ptr<smt::SharedSession> d_session;
  std::uint64_t d_questions = 0;
  std::uint64_t d_settled = 0;
};

// Returns the facts known under these assumptions. Assumptions that belong to candidates are included only if
// the candidates hold.
std::vector<smt::Term> standing(const std::vector<Assumption>& context, const std::vector<bool>& stands);

struct Inferred {
  std::vector<bool> stands;  // by candidate
  std::vector<Fall> falls;
  std::vector<bool> given;  // by candidate: whether it was proved in another way
};

// Returns a result in which no candidate holds and none was examined.
Inferred nothing_inferred(const Problem& problem);

// Returns the greatest set of candidates that hold on entry and are maintained, as far as the solver decides:
// candidates that it leaves open or does not reach fall. Candidates that have already fallen in `from` are
// not examined, and those that fell in the pool are dropped. If `adds` is true and all candidates are
// examined, adds candidates that fall to the pool. Calls `help` once if the search takes long; it may add
// more to the pool.
Inferred houdini(const Problem& problem, Prover& prover, Inferred from, Pool* pool = nullptr,
                 bool adds = true, const std::function<void()>& help = {});
// Adds candidates to the pool, as found by `number`, that models violate on entry, or only after an
// iteration, until no model is found. Assumes that all others hold.
void search_models(const Problem& problem, Prover& prover, bool on_entry, Pool& pool, std::uint32_t number);
// Returns every candidate; without `costly`, omits the costly ones.
Inferred all_candidates(const Problem& problem, bool costly);

}  // namespace launchproof::two_thread

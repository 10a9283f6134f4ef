// Questions to the solver within the limits of a launch class, and Houdini.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "verify/invariants/proof/pool.h"
#include "verify/invariants/terms/problem.h"
#include "verify/invariants/terms/setting.h"
#include "verify/smt/questions/counterexamples.h"

namespace launchproof::invariants {

class Prover {
 public:
  Prover(const Setting& setting, smt::Solver& solver) : d_setting(setting), d_solver(solver) {}

  // Returns a prover with the same solvers, and the limits of another setting of the same class.
  Prover within(const Setting& setting) {
    Prover result(setting, d_solver);
    result.d_session = session();
    return result;
  }

  // Throws OutOfTime when the class has no time left. `most`: work that the solvers may spend; without it the
  // time for a question is the limit.
  smt::Answer ask(std::vector<smt::Term> conjuncts, smt::Work most);
  smt::Answer ask(std::vector<smt::Term> conjuncts);

  // Looks for a model of the refuter's context and these conjuncts; that none is found says nothing. Throws
  // as `ask` does.
  smt::Search refute(smt::Counterexamples& refuter, std::span<const smt::Term> conjuncts, smt::Work most);
  std::shared_ptr<smt::SharedSession> session();

  smt::TermStore& store() { return d_setting.store; }
  bool uses(Optimisation optimisation) const { return d_setting.options.uses(optimisation); }
  std::uint64_t questions() const { return d_questions; }  // put to the solver
  std::uint64_t settled() const { return d_settled; }      // by simplification, or asked before

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

// Returns what is known where these assumptions stand, of candidates only those that stand.
std::vector<smt::Term> standing(const std::vector<Assumption>& context, const std::vector<bool>& stands);

struct Inferred {
  std::vector<bool> stands;  // by candidate
  std::vector<Fall> falls;
  std::vector<bool> given;  // of those that stand: they were shown to hold in another way
};

// Returns that no candidate stands, and none was looked at.
Inferred nothing_inferred(const Problem& problem);

// Returns the greatest set of candidates that holds on entry and is maintained, as far as the solver decides:
// what it leaves open falls, and so does what it does not come to. Candidates that do not stand in `from` are
// not looked at, and those that fall in the pool are given up. `adds`: what falls goes into the pool, where
// all candidates are looked at. `help` is called once where it takes long: it may put more into the pool.
Inferred houdini(const Problem& problem, Prover& prover, Inferred from, Pool* pool = nullptr,
                 bool adds = true, const std::function<void()>& help = {});
// Puts into the pool what models break of the candidates in it, on entry or by an iteration alone, until none
// is found, as found by `number`. All others are taken to stand.
void search_models(const Problem& problem, Prover& prover, bool on_entry, Pool& pool, std::uint32_t number);
// Returns every candidate, or those alone that are not costly.
Inferred all_candidates(const Problem& problem, bool costly);

}  // namespace launchproof::invariants

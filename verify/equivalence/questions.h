// Asks solvers about words of a graph.
#pragma once

#include <memory>
#include <span>

#include "verify/effort/clock.h"
#include "verify/equivalence/equivalence.h"
#include "verify/equivalence/graph/graph.h"
#include "verify/equivalence/solver_terms.h"
#include "verify/smt/terms/shifts.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::equivalence {

class Questions {
 public:
  // Requires that the graph outlives this object.
  Questions(const Graph& graph, const Options& options, effort::Clock::time_point end);

  // Returns whether the condition (width 1) holds whenever all the given ones do.
  bool holds(std::span<const Word> given, Word condition);
  // Returns whether the given conditions contradict each other.
  bool are_impossible(std::span<const Word> given);
  // Returns whether a solver found values for which all of these conditions hold.
  bool are_possible(std::span<const Word> conditions);

  // From here on, questions are only about values for which the word is a power of two. Requires that this
  // follows from what is given in each of them.
  void add_power(Word power, unsigned width);
  // Forgets all powers but the first ones.
  void keep_powers(std::size_t count) { d_powers.resize(count); }
  std::size_t powers() const { return d_powers.size(); }

  bool is_late() const { return effort::Clock::now() > d_end; }
  std::uint64_t asked() const { return d_asked; }

 private:
  bool is_refuted(std::span<const Word> given, smt::Term wrong);
  smt::Limits limits() const;

  const Options& d_options;
  effort::Clock::time_point d_end;
  smt::TermStore d_store;
  std::unique_ptr<smt::Solver> d_solver;
  SolverTerms d_terms;
  smt::Powers d_powers;
  std::uint64_t d_asked = 0;
};

}  // namespace launchproof::equivalence

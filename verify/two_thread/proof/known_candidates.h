// Candidates whose state is known from other passes over the same launch class.
//
// Each work-item of a pair behaves like some single work-item. A candidate that holds for an arbitrary single
// work-item while it is in the loop therefore holds for each of the two. A candidate that does not hold for a
// single work-item seldom holds for two.
#pragma once

#include <map>
#include <set>

#include "verify/two_thread/guesses/candidate_key.h"
#include "verify/two_thread/proof/prover.h"

namespace launchproof::two_thread {

class KnownCandidates {
 public:
  // Stores the final result of Houdini. `alone`: the pass is about one work-item, whose reads find arbitrary
  // values. `with_fallen`: also stores the candidates that fell.
  void remember(const Problem& problem, const Values& values, smt::TermStore& store, const Inferred& inferred,
                bool alone, bool with_fallen);
  // Returns all candidates, with those that are known to hold marked as given. `likely` omits costly
  // candidates and those that fell in an earlier pass.
  Inferred begin(const Problem& problem, const Values& values, bool likely);

 private:
  Formulas d_formulas;
  std::map<std::uint64_t, Fall> d_fallen;  // by key
  std::set<std::uint64_t> d_standing;
};

}  // namespace launchproof::two_thread

// What the passes over one launch class know of each other's candidates.
//
// A work-item of a pair behaves as some single work-item does. So a candidate that holds for an arbitrary
// single work-item, as long as it is in the loop, holds for each of the two. A candidate that does not hold
// for a single one seldom holds for two.
#pragma once

#include <map>
#include <set>

#include "verify/two_thread/guesses/candidate_key.h"
#include "verify/two_thread/proof/prover.h"

namespace launchproof::two_thread {

class KnownCandidates {
 public:
  // Remembers the final result of Houdini. `alone`: the pass is about one work-item, whose reads find
  // arbitrary values. `with_fallen`: also remembers the candidates that fell.
  void remember(const Problem& problem, const Values& values, smt::TermStore& store, const Inferred& inferred,
                bool alone, bool with_fallen);
  // Returns all candidates, with those that are known to hold given. `likely` leaves out costly candidates
  // and those that fell in an earlier pass.
  Inferred begin(const Problem& problem, const Values& values, bool likely);

 private:
  Formulas d_formulas;
  std::map<std::uint64_t, Fall> d_fallen;  // by key
  std::set<std::uint64_t> d_standing;
};

}  // namespace launchproof::two_thread

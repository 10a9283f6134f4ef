// Knowledge that the passes over one launch class have of each other's candidates.
//
// A work-item of a pair does what some single work-item does. So a candidate that holds of an arbitrary
// single work-item, as long as it is in the loop, holds of each of the two. A candidate that does not hold of
// a single one seldom holds of two.
#pragma once

#include <map>
#include <set>

#include "verify/invariants/guesses/candidate_key.h"
#include "verify/invariants/proof/prover.h"

namespace launchproof::invariants {

class KnownCandidates {
 public:
  // Remembers the result of Houdini at its end. `alone`: in a pass of one work-item, whose reads find
  // arbitrary values. `with_fallen`: also what fell, of all that is known.
  void remember(const Problem& problem, const Values& values, smt::TermStore& store, const Inferred& inferred,
                bool alone, bool with_fallen);
  // Returns all candidates, those given that are known to hold; `likely`: without those that are costly, and
  // those whose like fell in an earlier pass.
  Inferred begin(const Problem& problem, const Values& values, bool likely);

 private:
  Formulas d_formulas;
  std::map<std::uint64_t, Fall> d_fallen;  // by key
  std::set<std::uint64_t> d_standing;
};

}  // namespace launchproof::invariants

// The additions of a verification of many launches to a session.
#pragma once

#include <set>
#include <utility>

#include "verify/access/evaluator/family_prover.h"

namespace launchproof::access {

struct FamilyRun {
  FamilyProver prover;
  bool tolerate_benign = false;
  // Pairs of arrays of which the proofs took that they share no memory.
  std::set<std::pair<model::ArrayId, model::ArrayId>> disjoint;
  bool is_of_one = false;  // launch, which was verified by itself before
};

}  // namespace launchproof::access

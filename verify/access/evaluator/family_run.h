// Data that a session needs in addition when it verifies many launches.
#pragma once

#include <set>
#include <utility>

#include "verify/access/evaluator/family_prover.h"

namespace launchproof::access {

struct FamilyRun {
  FamilyProver prover;
  bool tolerate_benign = false;
  // Pairs of arrays that the proofs assume to share no memory.
  std::set<std::pair<model::ArrayId, model::ArrayId>> disjoint;
  bool is_of_one = false;  // the family is one launch, which was already verified by itself
};

}  // namespace launchproof::access

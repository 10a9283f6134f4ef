// Environments: which iteration each enclosing loop is in, as terms.
#pragma once

#include <cstdint>

#include "verify/smt/terms/term.h"
#include "verify/symbolic/lowering/loop_nests.h"

namespace launchproof::access {

using EnvironmentId = symbolic::NestId;
using symbolic::kOutside;

// One counter for each loop from the outermost one to `loop`, 64 bits wide, starting at 0.
struct Environment {
  model::LoopId loop = model::kNone;
  EnvironmentId parent = kOutside;
  smt::Term counter;  // counter of `loop`; null for kOutside

  std::uint32_t key() const { return counter.id(); }
};

class Environments : public symbolic::LoopNests<Environment> {
 public:
  EnvironmentId enter(EnvironmentId parent, model::LoopId loop, smt::Term counter) {
    return LoopNests::enter({loop, parent, counter});
  }
  // Returns the counter of `loop`, which must be one of the environment's loops.
  smt::Term counter_in(EnvironmentId id, model::LoopId loop) const {
    while (at(id).loop != loop) id = at(id).parent;
    return at(id).counter;
  }
};

}  // namespace launchproof::access

// Environments: which iteration each enclosing loop is in, as terms.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

using EnvironmentId = std::uint32_t;
inline constexpr EnvironmentId kOutside = 0;  // in no loop

// A counter for each loop from the outermost to `loop`, 64 bits wide, counting from 0.
struct Environment {
  model::LoopId loop = model::kNone;
  EnvironmentId parent = kOutside;
  smt::Term counter;  // of `loop`; null for kOutside
};

// Interns environments, so that equal ones have equal ids.
class Environments {
 public:
  Environments() { d_all.push_back({}); }

  EnvironmentId enter(EnvironmentId parent, model::LoopId loop, smt::Term counter) {
    const auto [it, inserted] =
        d_index.try_emplace({parent, loop, counter.id()}, static_cast<EnvironmentId>(d_all.size()));
    if (inserted) d_all.push_back({loop, parent, counter});
    return it->second;
  }
  const Environment& at(EnvironmentId id) const { return d_all[id]; }
  // Returns the counter of a loop that the environment is in.
  smt::Term counter_in(EnvironmentId id, model::LoopId loop) const {
    while (d_all[id].loop != loop) id = d_all[id].parent;
    return d_all[id].counter;
  }

 private:
  std::vector<Environment> d_all;
  std::map<std::tuple<EnvironmentId, model::LoopId, std::uint32_t>, EnvironmentId> d_index;
};

}  // namespace launchproof::access

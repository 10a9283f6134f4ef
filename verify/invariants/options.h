// What may be chosen of the two-thread engine.
#pragma once

#include <string>
#include <vector>

namespace launchproof::invariants {

struct Options {
  std::vector<std::string> omitted;  // tags of rules that make no candidates
  std::vector<std::string> only;     // not empty: no other rules make candidates
};

}  // namespace launchproof::invariants

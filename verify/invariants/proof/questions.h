// Questions for the two-thread engine, where they are less than everything.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "verify/model/kernel_model.h"
#include "verify/verdict/registry.h"

namespace launchproof::invariants {

using Line = std::pair<std::string, std::uint32_t>;  // file and line

struct Questions {
  std::set<verdict::Property> properties;
  // Restricts some of these properties to lines: everything at other lines is known to hold. Obligations
  // without a line are always asked.
  std::map<verdict::Property, std::set<Line>> only_at;
  // There is no data race where all that is asked is proved, so that proofs may rest on that.
  bool may_rest_on_races = false;
  // It was shown that there is none.
  bool excludes_races = false;
};

// Returns `only_at` for those properties for which something that could be asked stands at each of the lines.
// For others the places are not known, and all are asked.
std::map<verdict::Property, std::set<Line>> known_lines(const Questions& questions,
                                                        const model::KernelModel& kernel);

}  // namespace launchproof::invariants

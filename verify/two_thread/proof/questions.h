// Questions for the two-thread engine, if it is not asked about everything.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "verify/model/kernel_model.h"
#include "verify/verdict/registry.h"

namespace launchproof::two_thread {

using Line = std::pair<std::string, std::uint32_t>;  // file and line

struct Questions {
  std::set<verdict::Property> properties;
  // Restricts some of these properties to lines, because everything at other lines is known to hold.
  // Obligations without a line are always asked about.
  std::map<verdict::Property, std::set<Line>> only_at;
  // If everything asked is proved, there is no data race, so proofs may depend on its absence.
  bool may_rest_on_races = false;
  // It was shown that there is no data race.
  bool excludes_races = false;
};

// Returns `only_at` for those properties that have an obligation at each of the lines. For other properties
// the places are unknown, so all obligations are checked.
std::map<verdict::Property, std::set<Line>> known_lines(const Questions& questions,
                                                        const model::KernelModel& kernel);

}  // namespace launchproof::two_thread

// The place of a work-item among the sub-groups of its group, as terms (rules: verify/model/sub_groups.h).
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"

namespace launchproof::symbolic {

// A variable that the device's division determines, and its description.
struct DivisionVariable {
  smt::Term term;
  std::string detail;
};

struct Division {
  std::array<smt::Term, 6> values;  // indexed by model::SubGroupValue, except Result; 32 bits
  // Number of the work-item when the work-items are counted in the order of sub-groups and of places within
  // them. It is unique and below the number of work-items in the group. Null if the size of the group is left
  // open or very large.
  smt::Term position;
  bool is_position_given = false;  // the launch facts determine the position
  // Facts about the values. Whatever the rest of a question says about the work-item, some division of its
  // group satisfies them. A question that mentions none of `variables` therefore does not need them.
  std::vector<smt::Term> constraints;
  std::vector<DivisionVariable> variables;

  smt::Term value(model::SubGroupValue what) const { return values.at(static_cast<std::size_t>(what)); }
};

}  // namespace launchproof::symbolic

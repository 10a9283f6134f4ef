// Which memory of one side is which of the other.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/equivalence/side.h"

namespace launchproof::equivalence {

// LEFT=RIGHT, names of parameters. An empty right name: nothing corresponds, and it is not compared.
using Binding = std::pair<std::string, std::string>;

struct Correspondence {
  std::string error;               // in words; the sides cannot be compared
  std::vector<std::string> notes;  // what was matched by its place, what is not compared
};

// Fills in the names of memory, and the outputs, of both sides. Parameters correspond that are bound, else
// those of one name, else those that are left over in the order in which they stand. The names of one side's
// launches say which memory they share. Compared is what some launch of either side writes.
//
// Where several parameters of one side are bound to one of the other (in place against out of place), the one
// that its side does not write corresponds to it before the launches, and the one that it writes after them.
Correspondence correspond(Side& left, Side& right, const std::vector<Binding>& bindings);

// Names the memory and the values of all launches of a side after their parameters: memory that several
// parameters name after the first of them. correspond() does so, too.
void name_after_parameters(Side& side);

// Gives both sides the contents that the first launch of one side gives for memory of one name, so that both
// begin with the same. Returns the names of memory for which the sides give different contents; these are
// then unknown on both sides. Requires sides that correspond() has matched.
std::vector<std::string> share_contents(Side& left, Side& right);

}  // namespace launchproof::equivalence

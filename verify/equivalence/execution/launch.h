// A launch of one side, and the memory that its arguments refer to.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "verify/equivalence/execution/memory.h"
#include "verify/equivalence/graph/graph.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::equivalence {

struct Launch {
  model::KernelModel kernel;
  model::LaunchFacts facts;
  // By parameter. For a pointer: the name of its memory object, which is the same on both sides for
  // corresponding memory. For a by-value argument that is not given: the name of its value. Empty: it has no
  // name.
  std::vector<std::string> names;
  // For memory objects that are copies, by name: the object whose contents, as of before the first launch of
  // the side, were copied. Nothing may write to a copy.
  std::map<std::string, std::string> copies;
};

// The memory objects of one side, by name.
using Memories = std::map<std::string, Memory>;

// The cell size that each memory object needs, by name, and that each other array needs, by "array NAME".
using Granules = std::map<std::string, unsigned>;

// Adds the cell sizes that the launch's accesses need. Does not list objects that nothing accesses.
void add_granules(const Launch& launch, Granules& granules);

// Returns the key of an array that does not belong to an argument.
std::string own_array(const model::Array& array);

// Thrown if an access does not cover whole cells of the memory of this name in Granules.
struct Misaligned {
  std::string name;
};

}  // namespace launchproof::equivalence

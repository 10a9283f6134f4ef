// A launch of one side, and what memory its arguments are.
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
  // By parameter: the name of the memory object that a pointer points into, the same on both sides for what
  // corresponds; of a by-value argument that is not given, the name of its value. Empty: it has none.
  std::vector<std::string> names;
  // By the name of a memory object that is a copy: the object whose contents it has, as they are before the
  // first launch of the side. Nothing may write to a copy.
  std::map<std::string, std::string> copies;
};

// The memory objects of one side, by name.
using Memories = std::map<std::string, Memory>;

// How small the cells of each memory object must be, by name, and of each other array by "array NAME".
using Granules = std::map<std::string, unsigned>;

// Adds what the accesses of the launch need. An object that nothing accesses is not listed.
void add_granules(const Launch& launch, Granules& granules);

// Returns the key of an array that does not belong to an argument.
std::string own_array(const model::Array& array);

// Thrown where an access does not fall on whole cells of the memory of this name in Granules.
struct Misaligned {
  std::string name;
};

}  // namespace launchproof::equivalence

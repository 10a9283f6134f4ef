// Which facts of a launch a precondition may leave open, and the launch with them left open.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// Returns by-value arguments of 1, 2, 4 or 8 bytes.
std::vector<model::FreeFact> scalars(const model::KernelModel& kernel, const model::LaunchFacts& facts);
// Returns sizes of buffers that share their memory with no other argument and whose contents are not known,
// and numbers of groups of dimensions that whole groups fill.
std::vector<model::FreeFact> sizes(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// Returns whether the order of a fact's values means anything: integers and sizes, but no floats and no types
// that are not known by name.
bool is_number(const model::KernelModel& kernel, const model::Quantity& quantity);

// Returns whether no other argument shares the memory object of this one. Requires that it is a buffer.
bool is_alone(const model::LaunchFacts& facts, std::size_t argument);

// Returns why this launch cannot be left open at all; empty when it can.
std::string obstacle(const model::LaunchFacts& facts);

// Returns the launch with these facts left open as far as `relations` do not bind them.
model::LaunchFacts opened(model::LaunchFacts facts, std::vector<model::FreeFact> free,
                          std::vector<model::Relation> relations);

}  // namespace launchproof::preconditions

// Determines which facts of a launch a precondition may leave open, and leaves them open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// Returns the by-value arguments of 1, 2, 4 or 8 bytes.
std::vector<model::FreeFact> scalars(const model::KernelModel& kernel, const model::LaunchFacts& facts);
// Returns the sizes of buffers that share memory with no other argument and whose contents are unknown, and
// the numbers of groups in dimensions that consist of whole groups.
std::vector<model::FreeFact> sizes(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// Returns the by-value parameter as a fact; nothing unless it is an integer whose type the kernel names.
std::optional<model::Quantity> integer(const model::KernelModel& kernel, std::uint32_t parameter);

// Returns whether the order of a fact's values is meaningful: true for integers and sizes, false for floats
// and types with unknown names.
bool is_number(const model::KernelModel& kernel, const model::Quantity& quantity);

// Returns whether no other argument shares the memory object of this one. Requires that the argument is a
// buffer.
bool is_alone(const model::LaunchFacts& facts, std::size_t argument);

// Returns why no fact of this launch can be left open; empty if some can.
std::string obstacle(const model::LaunchFacts& facts);

// Returns the launch with these facts left open, except as `relations` restrict them.
model::LaunchFacts opened(model::LaunchFacts facts, std::vector<model::FreeFact> free,
                          std::vector<model::Relation> relations);

}  // namespace launchproof::preconditions

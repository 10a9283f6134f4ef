// Finds writes that all work-items of a group make to one place, so that one of their values lasts there.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::worker {

enum class Sharing : std::uint8_t {
  None,    // nothing is known
  Group,   // all work-items of a group come to the write together and write to one place
  Launch,  // all work-items of the launch do
};

// Returns, by site, which work-items share the same write. A write counts only if its value does not depend
// on what it overwrites, so that a single work-item could make it.
std::vector<Sharing> common_writes(const model::KernelModel& kernel, const model::LaunchFacts& facts);

}  // namespace launchproof::worker

// Jobs with known launch facts.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "verify/jobs/launch_source.h"

namespace launchproof::worker {

// Returns a launch of this many work-items in groups of 8. Omitted arguments are not given.
inline jobs::KnownLaunch known_launch(std::uint64_t global, std::vector<model::Argument> arguments = {}) {
  jobs::KnownLaunch launch;
  launch.answer.facts.emplace();
  launch.answer.facts->global_size = {global, 1, 1};
  launch.answer.facts->local_size = {8, 1, 1};
  launch.answer.facts->arguments = std::move(arguments);
  return launch;
}

// Returns the arguments of a kernel: for each pointer, a separate buffer with this many bytes, and no values.
inline std::vector<model::Argument> buffers_of(const model::KernelModel& kernel, std::uint64_t bytes) {
  std::vector<model::Argument> arguments(kernel.parameters.size());
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i)
    if (kernel.parameters[i].array != model::kNone) arguments[i] = model::BufferArgument{i + 1, 0, bytes};
  return arguments;
}

}  // namespace launchproof::worker

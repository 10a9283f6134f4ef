// Finds properties of recorded contents that suffice for a proof instead of the contents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verify/model/contents_properties.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// A buffer and the properties that its contents must have. Without properties, its contents are arbitrary.
struct StatedBuffer {
  std::uint32_t parameter = 0;
  model::ContentsProperties properties;
};

// Returns the integer buffers among `arguments` whose contents are known in each of the launches. Each comes
// with the strongest properties that all of these contents have: bounds, distinctness and order. Leaves out
// buffers that share memory with another argument, and buffers with contents that are too long to examine.
std::vector<StatedBuffer> mined(const model::KernelModel& kernel, const std::vector<std::size_t>& arguments,
                                const std::vector<model::LaunchFacts>& launches);

// Returns whether the kernel is proved for all contents of these buffers that have the properties; false if
// this could not be decided.
using ProvedUnder = std::function<bool(const std::vector<StatedBuffer>&)>;

// Drops each property that the proof does not need. As far as the proof allows, also replaces bounds by wider
// ones that sizes of the launch suggest. Returns the remaining properties, or nothing if all properties
// together do not suffice. Each remaining property is needed, given the others, as far as `proved` could
// decide.
std::optional<std::vector<StatedBuffer>> weakest(std::vector<StatedBuffer> all,
                                                 const model::KernelModel& kernel,
                                                 const model::LaunchFacts& launch, const ProvedUnder& proved);

// Returns the launch with these properties instead of the contents.
model::LaunchFacts stated(model::LaunchFacts facts, const std::vector<StatedBuffer>& buffers);

}  // namespace launchproof::preconditions

// Properties of recorded contents that suffice for a proof in place of the contents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verify/model/contents_properties.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// A buffer and the properties that its contents must have. Without any, its contents are arbitrary.
struct StatedBuffer {
  std::uint32_t parameter = 0;
  model::ContentsProperties properties;
};

// Returns buffers of integers among `arguments` whose contents each of the launches knows, with the strongest
// properties that all of these contents have: bounds, distinctness and order. Leaves out buffers that share
// their memory with another argument, and those whose contents are too long to be examined.
std::vector<StatedBuffer> mined(const model::KernelModel& kernel, const std::vector<std::size_t>& arguments,
                                const std::vector<model::LaunchFacts>& launches);

// Returns whether the kernel is proved for all contents of these buffers that have the properties; false
// where that was not found out.
using ProvedUnder = std::function<bool(const std::vector<StatedBuffer>&)>;

// Drops each property that the proof does not need, and replaces bounds by wider ones that sizes of the
// launch suggest, as far as the proof allows. Returns what is left, or nothing if all properties together do
// not suffice. Each property left is needed, given the others, as far as `proved` could tell.
std::optional<std::vector<StatedBuffer>> weakest(std::vector<StatedBuffer> all,
                                                 const model::KernelModel& kernel,
                                                 const model::LaunchFacts& launch, const ProvedUnder& proved);

// Returns the launch with these properties in place of the contents.
model::LaunchFacts stated(model::LaunchFacts facts, const std::vector<StatedBuffer>& buffers);

}  // namespace launchproof::preconditions

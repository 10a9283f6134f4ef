// The limits are those of the CUDA C++ programming guide, "Technical Specifications per Compute Capability".
#include "verify/worker/classes/device_limits.h"

#include <fmt/format.h>

#include <cstdint>
#include <variant>

namespace launchproof::worker {

std::vector<std::string> beyond_devices(const model::LaunchFacts& facts) {
  constexpr std::uint64_t kMostOfZ = 64, kMostBlocks = 65'535, kMostBlocksOfX = 2'147'483'647;
  constexpr std::uint64_t kMostShared = 227 * std::uint64_t{1024};
  std::vector<std::string> all;
  const auto compare = [&](const char* what, std::uint64_t given, std::uint64_t most) {
    if (given > most)
      all.push_back(fmt::format("{} is {}, and no device takes more than {}", what, given, most));
  };
  compare("the block's size in z", facts.local_size[2], kMostOfZ);
  constexpr const char* kGrid[] = {"the number of blocks in x", "the number of blocks in y",
                                   "the number of blocks in z"};
  for (unsigned d = 0; d < 3; ++d)
    if (facts.local_size[d] != 0)
      compare(kGrid[d], facts.global_size[d] / facts.local_size[d], d == 0 ? kMostBlocksOfX : kMostBlocks);
  std::uint64_t shared = 0;
  for (const model::Argument& argument : facts.arguments)
    if (const auto* local = std::get_if<model::LocalArgument>(&argument)) shared += local->bytes;
  compare("the dynamic shared memory in bytes", shared, kMostShared);
  return all;
}

}  // namespace launchproof::worker

// Launches of a capture, by their numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/sub_groups.h"

namespace launchproof::capture {
struct Capture;
}  // namespace launchproof::capture

namespace launchproof::jobs {

// How to treat a launch if its local size matters and was left to the runtime.
enum class UnknownLocalSize : std::uint8_t {
  Refused,   // no facts
  LeftOpen,  // model::OpenSizes in its dimensions, for a proof that holds for every choice of the runtime
};

// Launches of a capture.
struct RecordedLaunch {
  std::string capture;                // its folder
  std::vector<std::size_t> launches;  // indices in Capture::launches; at least one
  bool has_parts = false;             // the launches may be divided by the contents of their buffers
  UnknownLocalSize unknown = UnknownLocalSize::Refused;
  std::optional<std::array<std::uint64_t, 3>> local_size;  // one of the local sizes that the runtime may have
                                                           // chosen
  model::SubGroups stated;                                 // by the user
  std::shared_ptr<const capture::Capture> loaded;          // the data in `capture`; never null
};

}  // namespace launchproof::jobs

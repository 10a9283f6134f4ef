// Reads the counters that a process left.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capture/types.h"

namespace launchproof::capture {

struct CounterTable {
  std::uint64_t enqueues = 0;  // without enqueues that the runtime refused
  std::uint64_t refused = 0;
  std::uint64_t moved = 0;  // enqueues first counted on another line
  std::uint64_t used = 0;   // as stated in the head
  std::optional<std::string> stopped;
  Ending ending = Ending::NotSaid;
  std::uint64_t signal = 0;
  std::uint64_t asked = 0;            // empty, or why some counters could not be read
  std::vector<std::uint64_t> counts;  // at most `used`
  std::string problem;                // empty, or why not all could be read
};

CounterTable read_counters(const std::string& path);

}  // namespace launchproof::capture

// Which launches may run at once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::capture {

// Two of a capture's launches, by their index, the smaller one first. Both are one where a launch may run at
// once with its own repeat.
struct Overlap {
  std::size_t first = 0;
  std::size_t second = 0;

  auto operator<=>(const Overlap&) const = default;
};

struct Overlaps {
  std::vector<Overlap> pairs;       // in order
  std::vector<std::string> limits;  // what is not known, in words
};

// Pairs of launches, of which some enqueue of the one and some of the other may run at once: neither the
// queue, nor events, markers and barriers, nor a wait of the host, nor a user event or a callback of an event
// puts one before the other. A user event is completed by a thread or a callback, and comes after what that
// one had waited for itself; what other threads had waited for is not known to it. Launches of one command
// buffer are not compared with each other.
Overlaps find_overlaps(const Capture& capture);

}  // namespace launchproof::capture

// Launch classes with launches that may run at once, and the memory that these have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "capture/overlap.h"
#include "capture/reader.h"

namespace launchproof::capture {

// How a launch reaches memory.
struct MemoryPath {
  std::vector<std::size_t> arguments;  // their numbers
  bool by_pointers = false;            // also through pointers in memory

  bool is_none() const { return arguments.empty() && !by_pointers; }
};

// Memory that both of two launches may reach.
struct CommonMemory {
  std::size_t objects = 0;  // number of memory objects that have such bytes
  MemoryPath first, second;
  bool may_be_written = false;  // written by at least one of the launches, judging by declarations of
                                // arguments and buffers as read-only
};

struct ClassOverlap {
  std::size_t first = 0;  // class numbers from 0; equal for a launch and another one of its class
  std::size_t second = 0;
  Overlap launches;     // one such pair, preferably with common memory that may be written
  CommonMemory memory;  // of that pair
};

CommonMemory common_memory(const Launch& first, const Launch& second);

// Returns each pair of overlapping classes once, in order.
std::vector<ClassOverlap> class_overlaps(const Capture& capture, const Overlaps& overlaps,
                                         const std::vector<LaunchClass>& classes);

// Launches of two classes that may run at once and have memory in common in one way.
struct LaunchPair {
  std::size_t first = 0;  // class numbers from 0; equal for two launches of one class
  std::size_t second = 0;
  Overlap launches;         // the first such pair; `first` is of the first class
  std::uint64_t count = 0;  // number of such pairs of recorded launches, not counting repeats
  CommonMemory memory;      // of that pair
};

// Returns the overlaps of each two classes, in the order of the classes. Launch pairs count as one overlap if
// they have the same parts of the same memory objects in common: the same arguments at the same distance, in
// one program or in two, on one device or on two.
std::vector<LaunchPair> launch_pairs(const Capture& capture, const Overlaps& overlaps,
                                     const std::vector<LaunchClass>& classes);

// Returns "argument 0", "arguments 0 and 2", or "argument 1 and pointers in memory".
std::string show_path(const MemoryPath& path);

}  // namespace launchproof::capture

// Launches that were recorded recently, so that repeating one of them only increments a count.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "capture/writing/writer.h"

namespace launchproof::cuda {

// The grid, block and dynamic shared memory of a launch, then whether it is cooperative.
using LaunchShape = std::array<unsigned, 8>;
inline constexpr unsigned kMayBeCooperative = 0, kPlain = 1, kCooperative = 2;  // values of the last element

// Everything that a recorded launch depends on.
struct LaunchKey {
  std::uint64_t kernel = 0;  // Kernel::serial
  std::uint64_t device = 0;
  std::uint64_t allocations = 0;  // Allocations::version()
  std::uint64_t place = 0;        // the address in the application that the call returns to
  LaunchShape shape{};

  bool operator==(const LaunchKey&) const = default;
};

// May be used from any thread.
class LaunchCache {
 public:
  // Returns the handle of a recorded launch with these parameters.
  std::optional<capture::LaunchHandle> find(const LaunchKey& key, const std::string& parameters) const;
  void put(const LaunchKey& key, const std::string& parameters, const capture::LaunchHandle& handle);

 private:
  struct Entry {
    LaunchKey key;
    std::string parameters;
    capture::LaunchHandle handle;
  };
  static std::size_t place_of(const LaunchKey& key, const std::string& parameters);

  static constexpr std::size_t kEntries = 1024;
  mutable std::mutex d_mutex;
  std::vector<Entry> d_entries = std::vector<Entry>(kEntries);
};

}  // namespace launchproof::cuda

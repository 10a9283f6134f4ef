// The memory of the processor device. It is mapped at the same address in the application and in the process
// that executes kernels, so a device pointer is valid in both and in kernels.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "shim/cuda/recording/allocations.h"

namespace launchproof::cuda {

class DeviceMemory {
 public:
  // Maps the memory. `is_there()` returns false if that fails.
  DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  bool is_there() const { return d_file >= 0; }
  int file() const { return d_file; }  // a descriptor that both processes map
  static std::uint64_t address();
  std::uint64_t size() const { return d_size; }
  std::uint64_t free_bytes() const;

  // Returns the address of `bytes` zeroed bytes, or 0 if there is no room. Allocations are separated by
  // unused memory, so that the end of one is never the beginning of another. An allocation of 0 bytes has a
  // unique address.
  std::uint64_t allocate(std::uint64_t bytes, AllocationKind kind = AllocationKind::Device);
  // Returns false if no allocation begins at the address.
  bool release(std::uint64_t address);
  // Returns the allocation that contains the address. The address one past the end is in no allocation.
  std::optional<Allocation> find(std::uint64_t address) const { return d_allocations.find(address); }
  Allocations& allocations() { return d_allocations; }

 private:
  mutable std::mutex d_mutex;
  int d_file = -1;
  std::uint64_t d_size = 0;
  std::uint64_t d_used = 0;
  Allocations d_allocations;
  std::map<std::uint64_t, std::uint64_t> d_free;  // sizes by address; adjacent areas are joined
};

}  // namespace launchproof::cuda

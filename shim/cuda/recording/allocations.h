// The allocations of a device, by their addresses.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace launchproof::cuda {

enum class AllocationKind : std::uint8_t {
  Device,
  Host,      // allocated as host memory
  Managed,   // cuMemAllocManaged
  Variable,  // of a module; kernels can also reach it by name
};

struct Allocation {
  std::uint64_t begin = 0, size = 0;  // in bytes
  std::uint64_t id = 0;               // never reused; 0: the recorder has not assigned it yet
  AllocationKind kind = AllocationKind::Device;
  // Why a pointer into it does not show what a kernel can reach; null: it does. The text is never freed.
  const char* why_unknown = nullptr;
};

// May be used from any thread.
class Allocations {
 public:
  // Adds an allocation. Removes allocations that it overlaps, since they must have been freed without being
  // observed.
  void add(const Allocation& allocation);
  // Removes the allocation that begins at the address, and returns it.
  std::optional<Allocation> remove(std::uint64_t begin);
  // Returns the allocation that contains the address. The address one past the end is in no allocation.
  std::optional<Allocation> find(std::uint64_t address) const;
  // Sets the id of the allocation at `begin` unless it has one.
  void name(std::uint64_t begin, std::uint64_t id);
  // Returns a number that changes with each addition and removal.
  std::uint64_t version() const { return d_version.load(std::memory_order_acquire); }

 private:
  mutable std::mutex d_mutex;
  std::map<std::uint64_t, Allocation> d_all;  // by address
  std::atomic<std::uint64_t> d_version{1};
};

}  // namespace launchproof::cuda

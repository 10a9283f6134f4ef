#include "shim/cuda/recording/allocations.h"

#include <algorithm>
#include <iterator>

namespace launchproof::cuda {

void Allocations::add(const Allocation& allocation) {
  const std::lock_guard lock(d_mutex);
  const std::uint64_t end = allocation.begin + std::max<std::uint64_t>(allocation.size, 1);
  auto next = d_all.lower_bound(allocation.begin);
  if (next != d_all.begin())
    if (const auto before = std::prev(next); before->first + before->second.size > allocation.begin)
      d_all.erase(before);
  while (next != d_all.end() && next->first < end) next = d_all.erase(next);
  d_all.emplace(allocation.begin, allocation);
  d_version.fetch_add(1, std::memory_order_release);
}

std::optional<Allocation> Allocations::remove(std::uint64_t begin) {
  const std::lock_guard lock(d_mutex);
  const auto found = d_all.find(begin);
  if (found == d_all.end()) return std::nullopt;
  const Allocation removed = found->second;
  d_all.erase(found);
  d_version.fetch_add(1, std::memory_order_release);
  return removed;
}

std::optional<Allocation> Allocations::find(std::uint64_t address) const {
  const std::lock_guard lock(d_mutex);
  auto next = d_all.upper_bound(address);
  if (next == d_all.begin()) return std::nullopt;
  const Allocation& found = std::prev(next)->second;
  const bool is_inside = address - found.begin < std::max<std::uint64_t>(found.size, 1);
  return is_inside ? std::optional(found) : std::nullopt;
}

void Allocations::name(std::uint64_t begin, std::uint64_t id) {
  const std::lock_guard lock(d_mutex);
  if (const auto found = d_all.find(begin); found != d_all.end() && found->second.id == 0)
    found->second.id = id;
}

}  // namespace launchproof::cuda

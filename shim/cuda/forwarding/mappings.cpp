#include "shim/cuda/forwarding/mappings.h"

#include <algorithm>
#include <iterator>

#include "shim/cuda/recording/allocations.h"

namespace launchproof::cuda {

void Mappings::reserve(std::uint64_t begin, std::uint64_t bytes) {
  const std::lock_guard lock(d_mutex);
  d_reservations.insert(begin);
  d_reservations.insert(begin + bytes);
}

void Mappings::free(std::uint64_t begin) {
  const std::lock_guard lock(d_mutex);
  d_reservations.erase(begin);
}

bool Mappings::are_joined(Place left, Place right) const {
  return left->second.end == right->first && !d_reservations.contains(right->first);
}

void Mappings::join(Allocations& allocations, std::uint64_t begin) const {
  auto first = d_mappings.find(begin), last = first;
  while (first != d_mappings.begin() && are_joined(std::prev(first), first)) --first;
  while (std::next(last) != d_mappings.end() && are_joined(last, std::next(last))) ++last;
  bool is_mapped_twice = false;
  for (auto one = first; one != std::next(last); ++one)
    is_mapped_twice |= std::ranges::count(d_mappings, one->second.handle,
                                          [](const auto& other) { return other.second.handle; }) > 1;
  allocations.add({first->first, last->second.end - first->first, 0, AllocationKind::Device,
                   is_mapped_twice ? "it points to memory that is mapped at several addresses" : nullptr});
}

void Mappings::map(Allocations& allocations, std::uint64_t begin, std::uint64_t bytes, std::uint64_t handle) {
  const std::lock_guard lock(d_mutex);
  d_mappings[begin] = {begin + bytes, handle};
  // From now on, the other mappings of the same memory are known to share it.
  for (const auto& [place, mapping] : d_mappings)
    if (mapping.handle == handle) join(allocations, place);
}

void Mappings::unmap(Allocations& allocations, std::uint64_t begin, std::uint64_t bytes) {
  const std::lock_guard lock(d_mutex);
  const auto from = d_mappings.lower_bound(begin), to = d_mappings.lower_bound(begin + bytes);
  for (auto one = from; one != to; ++one)
    if (const auto whole = allocations.find(one->first)) allocations.remove(whole->begin);
  const auto behind = d_mappings.erase(from, to);
  if (behind != d_mappings.end()) join(allocations, behind->first);
  if (behind != d_mappings.begin()) join(allocations, std::prev(behind)->first);
}

}  // namespace launchproof::cuda

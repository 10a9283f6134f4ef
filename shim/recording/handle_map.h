// A map from handles to values, in contiguous memory. In some applications objects come and go with every
// launch, and a separately allocated node for each would take longer than all other work on it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "shim/recording/no_cancellation.h"

namespace launchproof::shim {

// Returns a hash in which every bit depends on the handle, the highest bits most of all. One multiplication
// by the golden ratio spreads addresses; the second also spreads addresses with a common factor.
inline std::uint64_t spread(const void* handle) {
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
  std::uint64_t bits = reinterpret_cast<std::uintptr_t>(handle) * kSpread;
  bits ^= bits >> 32U;
  return bits * kSpread;
}

// Not thread-safe. Uses open addressing with linear probing and without tombstones: values after an erased
// one are moved up (D. Knuth, The Art of Computer Programming 3, section 6.4, algorithm R). At least half of
// the places are free. A null handle never has a value.
template <class Value>
class HandleMap {
 public:
  // Returns null if there is none. The pointer is valid until the map changes.
  Value* find(const void* handle) {
    if (d_places.empty() || handle == nullptr) return nullptr;
    Place& place = d_places[place_of(handle)];
    return place.handle == handle ? &place.value : nullptr;
  }

  // Returns the value for this handle, which is created if necessary. Requires that the handle is not null.
  Value& operator[](const void* handle) {
    if (Value* const known = find(handle)) return *known;
    if ((d_size + 1) * 2 > d_places.size()) resize(d_places.empty() ? kFewest : d_places.size() * 2);
    ++d_size;
    Place& place = d_places[place_of(handle)];
    place.handle = handle;
    return place.value;
  }

  void erase(const void* handle) {
    if (find(handle) == nullptr) return;
    std::size_t hole = place_of(handle);
    for (std::size_t at = next(hole); d_places[at].handle != nullptr; at = next(at)) {
      // The value may be moved into the hole unless its search starts after the hole.
      const std::size_t home = home_of(d_places[at].handle);
      const std::size_t mask = d_places.size() - 1;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      d_places[hole] = std::exchange(d_places[at], Place());
      hole = at;
    }
    d_places[hole] = Place();
    --d_size;
    if (d_places.size() > kFewest && d_size * 8 < d_places.size()) resize(d_places.size() / 2);
  }

  bool empty() const { return d_size == 0; }

 private:
  static constexpr std::size_t kFewest = 16;

  struct Place {
    const void* handle = nullptr;  // null: free
    Value value{};
  };

  std::size_t next(std::size_t place) const { return (place + 1) & (d_places.size() - 1); }
  // Returns the first place to search. The highest bits select the shelf.
  std::size_t home_of(const void* handle) const { return (spread(handle) >> 20U) & (d_places.size() - 1); }
  // Returns the place where the handle is, or where it would be inserted.
  std::size_t place_of(const void* handle) const {
    std::size_t at = home_of(handle);
    while (d_places[at].handle != nullptr && d_places[at].handle != handle) at = next(at);
    return at;
  }

  void resize(std::size_t places) {
    const NoCancellation whole;  // the allocator may be the application's
    std::vector<Place> before(places);
    before.swap(d_places);
    for (Place& place : before)
      if (place.handle != nullptr) d_places[place_of(place.handle)] = std::move(place);
  }

  std::vector<Place> d_places;  // the size is a power of two or zero
  std::size_t d_size = 0;
};

}  // namespace launchproof::shim

// The memory of a launch: contents and shadow, created when first touched.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "verify/replay/memory/shadow.h"

namespace launchproof::replay {

inline constexpr unsigned kChunkBits = 10;
inline constexpr std::uint64_t kChunkBytes = 1ULL << kChunkBits;

// Counts the memory used by the whole replay. Safe to use from several threads.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : d_left(static_cast<std::int64_t>(bytes)) {}
  // Reserves the bytes. Returns false if there are not enough left.
  bool take(std::uint64_t bytes) {
    if (d_left.fetch_sub(static_cast<std::int64_t>(bytes), std::memory_order_relaxed) >=
        static_cast<std::int64_t>(bytes))
      return true;
    give(bytes);
    return false;
  }
  void give(std::uint64_t bytes) {
    d_left.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  }
  void take_shadow(std::uint64_t bytes) { d_shadow.fetch_add(bytes, std::memory_order_relaxed); }
  void take_data(std::uint64_t bytes) { d_data.fetch_add(bytes, std::memory_order_relaxed); }
  std::uint64_t shadow() const { return d_shadow; }
  std::uint64_t data() const { return d_data; }

 private:
  std::atomic<std::int64_t> d_left;
  std::atomic<std::uint64_t> d_shadow = 0, d_data = 0;
};

// A plane holds a trace for each word, or for each byte after an access narrower than a word: two bytes of
// shadow for a byte of data, or eight. The second and third planes exist if several work-items accessed the
// same cell.
struct Chunk {
  std::uint8_t data[kChunkBytes];  // at the chunk's address
  std::unique_ptr<Trace[]> planes[3];
  bool by_byte = false;
  std::atomic<bool> locked = false;

  std::uint64_t cells() const { return by_byte ? kChunkBytes : kChunkBytes / 4; }
  void lock() {
    while (locked.exchange(true, std::memory_order_acquire)) {
    }
  }
  void unlock() { locked.store(false, std::memory_order_release); }
};

class Storage {
 public:
  using Filler = void (*)(const void* how, std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count);

  // Creates a storage. `fill` sets the contents of a chunk when it is first touched; without it, they are
  // zero. Offsets in a storage of unknown size may be negative, and wrap.
  Storage(Budget& budget, std::optional<std::uint64_t> bytes, Filler fill, const void* how);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // Returns the chunk, or null if memory ran out. Safe to call from several threads.
  Chunk* chunk(std::uint64_t offset) {
    const std::uint64_t number = offset >> kChunkBits;
    if (number < d_count) {
      Chunk* found = d_table[number].load(std::memory_order_acquire);
      if (found != nullptr) return found;
    }
    return find(number);
  }
  // Returns the chunks by number; null if the size is unknown.
  std::uint8_t* const* table() const { return reinterpret_cast<std::uint8_t* const*>(d_table.get()); }

  // Creates the cells if necessary. Returns false if memory ran out. Must be called with the chunk locked.
  bool need_cells(Chunk& chunk, bool by_byte);
  bool need_plane(Chunk& chunk, unsigned plane);

  bool read(std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count);
  bool write(std::uint64_t offset, const std::uint8_t* bytes, std::uint64_t count);

 private:
  Chunk* find(std::uint64_t number);
  Chunk* make(std::uint64_t number);

  Budget* d_budget;
  Filler d_fill;
  const void* d_how;
  std::uint64_t d_count = 0;  // number of entries in the table
  std::unique_ptr<std::atomic<Chunk*>[]> d_table;
  std::mutex d_mutex;
  std::unordered_map<std::uint64_t, Chunk*> d_far;  // beyond the table
};

}  // namespace launchproof::replay

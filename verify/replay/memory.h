// The launch's memory: contents and shadow, made when first touched.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace launchproof::replay {

// One access, packed: who, in which barrier interval, where in the program. 0: none.
struct Trace {
  std::uint64_t bits = 0;
  static Trace make(std::uint32_t item, std::uint32_t interval, std::uint32_t site) {
    return {static_cast<std::uint64_t>(item) << 32 | static_cast<std::uint64_t>(interval) << 16 | site};
  }
  std::uint32_t item() const { return static_cast<std::uint32_t>(bits >> 32); }
  std::uint32_t interval() const { return bits >> 16 & 0xffff; }
  std::uint32_t site() const { return bits & 0xffff; }
  explicit operator bool() const { return bits != 0; }
};
inline constexpr std::uint32_t kMaximumInterval = 0xffff;
inline constexpr std::uint32_t kMaximumSite = 0xffff;

// Of one word, or of one byte where something narrower was accessed. The latest plain write suffices:
// whatever it hides has raced with it, or is ordered before it. Of reads and atomics the latest, the latest
// by another work-item and the latest by another group are needed, because they do not race among themselves.
struct Cell {
  Trace write;
  Trace read;
  std::uint32_t more = 0;  // index into the extra cells; 0: none
};

struct ExtraCell {
  Trace reads[2];    // by another work-item than Cell::read, by another group
  Trace atomics[3];  // latest, by another work-item than that, by another group
};

inline constexpr std::uint64_t kChunkBytes = 4096;

struct Chunk {
  std::unique_ptr<std::uint8_t[]> data;
  std::unique_ptr<Cell[]> cells;  // none until something is recorded
  bool by_byte = false;           // else one cell for four bytes
  bool touched = false;           // holds traces of this group (local memory)
};

// Counts what the whole replay holds.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : d_left(bytes) {}
  // False when there is none left.
  bool take(std::uint64_t bytes) {
    if (bytes > d_left) return false;
    d_left -= bytes;
    return true;
  }

 private:
  std::uint64_t d_left;
};

class Storage {
 public:
  using Filler = void (*)(const void* how, std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count);

  // `fill` gives a chunk its contents when it is first touched; none: zero.
  Storage(Budget& budget, Filler fill, const void* how) : d_budget(&budget), d_fill(fill), d_how(how) {}

  // Null when memory ran out. Offsets of storage without a known size may be negative, and wrap.
  Chunk* chunk(std::uint64_t offset) {
    const std::uint64_t number = offset / kChunkBytes;
    if (number == d_last_number && d_last != nullptr) return d_last;
    return find(number);
  }
  // The cells of a chunk, with a cell for each byte when asked for. Null when memory ran out.
  Cell* cells(Chunk& chunk, bool by_byte);

  bool read(std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count);
  bool write(std::uint64_t offset, const std::uint8_t* bytes, std::uint64_t count);

  // Forgets who accessed what; contents stay.
  void forget();

  ExtraCell& extra(std::uint32_t index) { return d_extra[index]; }
  // 0 when memory ran out.
  std::uint32_t add_extra();

 private:
  Chunk* find(std::uint64_t number);

  Budget* d_budget;
  Filler d_fill;
  const void* d_how;
  std::unordered_map<std::uint64_t, std::unique_ptr<Chunk>> d_chunks;
  std::uint64_t d_last_number = 0;
  Chunk* d_last = nullptr;
  std::vector<Chunk*> d_touched;
  std::vector<ExtraCell> d_extra;
};

}  // namespace launchproof::replay

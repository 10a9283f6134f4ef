#include "verify/replay/memory/memory.h"

#include <algorithm>
#include <cstring>

namespace launchproof::replay {
namespace {

// A larger table would cost more than it saves.
constexpr std::uint64_t kMaximumTable = 1ULL << 24;

}  // namespace

Storage::Storage(Budget& budget, std::optional<std::uint64_t> bytes, Filler fill, const void* how)
    : d_budget(&budget), d_fill(fill), d_how(how) {
  if (!bytes || *bytes == 0) return;
  const std::uint64_t count = (*bytes - 1) / kChunkBytes + 1;
  if (count > kMaximumTable || !budget.take(count * sizeof(Chunk*))) return;
  d_table = std::make_unique<std::atomic<Chunk*>[]>(count);
  d_count = count;
}

Storage::~Storage() {
  for (std::uint64_t i = 0; i < d_count; ++i) delete d_table[i].load();
  for (const auto& [number, chunk] : d_far) delete chunk;
}

Chunk* Storage::make(std::uint64_t number) {
  if (!d_budget->take(sizeof(Chunk))) return nullptr;
  d_budget->take_data(kChunkBytes);
  auto made = std::make_unique<Chunk>();
  if (d_fill != nullptr) d_fill(d_how, number * kChunkBytes, made->data, kChunkBytes);
  return made.release();
}

Chunk* Storage::find(std::uint64_t number) {
  const std::lock_guard lock(d_mutex);
  if (number < d_count) {
    Chunk* found = d_table[number].load(std::memory_order_relaxed);
    if (found == nullptr) {
      found = make(number);
      d_table[number].store(found, std::memory_order_release);
    }
    return found;
  }
  const auto found = d_far.find(number);
  if (found != d_far.end()) return found->second;
  Chunk* made = make(number);
  if (made != nullptr) d_far.emplace(number, made);
  return made;
}

bool Storage::need_plane(Chunk& chunk, unsigned plane) {
  if (chunk.planes[plane]) return true;
  if (!d_budget->take(chunk.cells() * sizeof(Trace))) return false;
  d_budget->take_shadow(chunk.cells() * sizeof(Trace));
  chunk.planes[plane] = std::make_unique<Trace[]>(chunk.cells());
  return true;
}

bool Storage::need_cells(Chunk& chunk, bool by_byte) {
  if (by_byte && !chunk.by_byte) {
    for (auto& plane : chunk.planes) {
      if (!plane) continue;
      const std::uint64_t more = (kChunkBytes - chunk.cells()) * sizeof(Trace);
      if (!d_budget->take(more)) return false;
      d_budget->take_shadow(more);
      auto wide = std::make_unique<Trace[]>(kChunkBytes);
      for (std::uint64_t i = 0; i < kChunkBytes; ++i) wide[i] = plane[i / 4];
      plane = std::move(wide);
    }
    chunk.by_byte = true;
  }
  return need_plane(chunk, 0);
}

bool Storage::read(std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count) {
  while (count != 0) {
    const std::uint64_t within = offset % kChunkBytes;
    const std::uint64_t part = std::min(count, kChunkBytes - within);
    const Chunk* from = chunk(offset);
    if (from == nullptr) return false;
    std::memcpy(bytes, from->data + within, part);
    bytes += part;
    offset += part;
    count -= part;
  }
  return true;
}

bool Storage::write(std::uint64_t offset, const std::uint8_t* bytes, std::uint64_t count) {
  while (count != 0) {
    const std::uint64_t within = offset % kChunkBytes;
    const std::uint64_t part = std::min(count, kChunkBytes - within);
    Chunk* to = chunk(offset);
    if (to == nullptr) return false;
    std::memcpy(to->data + within, bytes, part);
    bytes += part;
    offset += part;
    count -= part;
  }
  return true;
}

}  // namespace launchproof::replay

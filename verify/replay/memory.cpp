#include "verify/replay/memory.h"

#include <algorithm>
#include <cstring>

namespace launchproof::replay {

Chunk* Storage::find(std::uint64_t number) {
  auto found = d_chunks.find(number);
  if (found == d_chunks.end()) {
    if (!d_budget->take(kChunkBytes + sizeof(Chunk))) return nullptr;
    auto made = std::make_unique<Chunk>();
    made->data = std::make_unique<std::uint8_t[]>(kChunkBytes);
    if (d_fill != nullptr) d_fill(d_how, number * kChunkBytes, made->data.get(), kChunkBytes);
    found = d_chunks.emplace(number, std::move(made)).first;
  }
  d_last_number = number;
  d_last = found->second.get();
  return d_last;
}

Cell* Storage::cells(Chunk& chunk, bool by_byte) {
  if (!chunk.cells) {
    const std::uint64_t count = by_byte ? kChunkBytes : kChunkBytes / 4;
    if (!d_budget->take(count * sizeof(Cell))) return nullptr;
    chunk.cells = std::make_unique<Cell[]>(count);
    chunk.by_byte = by_byte;
  } else if (by_byte && !chunk.by_byte) {
    if (!d_budget->take(kChunkBytes * sizeof(Cell))) return nullptr;
    auto wide = std::make_unique<Cell[]>(kChunkBytes);
    for (std::uint64_t i = 0; i < kChunkBytes; ++i) {
      wide[i] = chunk.cells[i / 4];
      // Each byte goes its own way from here.
      if (wide[i].more != 0 && i % 4 != 0) {
        const ExtraCell copy = d_extra[wide[i].more];
        const std::uint32_t more = add_extra();
        if (more == 0) return nullptr;
        d_extra[more] = copy;
        wide[i].more = more;
      }
    }
    chunk.cells = std::move(wide);
    chunk.by_byte = true;
  }
  if (!chunk.touched) {
    chunk.touched = true;
    d_touched.push_back(&chunk);
  }
  return chunk.cells.get();
}

std::uint32_t Storage::add_extra() {
  if (d_extra.empty()) d_extra.emplace_back();
  if (!d_budget->take(sizeof(ExtraCell)) || d_extra.size() >= UINT32_MAX) return 0;
  d_extra.emplace_back();
  return static_cast<std::uint32_t>(d_extra.size() - 1);
}

void Storage::forget() {
  for (Chunk* chunk : d_touched) {
    std::fill_n(chunk->cells.get(), chunk->by_byte ? kChunkBytes : kChunkBytes / 4, Cell());
    chunk->touched = false;
  }
  d_touched.clear();
  d_extra.clear();
}

bool Storage::read(std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count) {
  while (count != 0) {
    const std::uint64_t within = offset % kChunkBytes;
    const std::uint64_t part = std::min(count, kChunkBytes - within);
    const Chunk* from = chunk(offset);
    if (from == nullptr) return false;
    std::memcpy(bytes, from->data.get() + within, part);
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
    const Chunk* to = chunk(offset);
    if (to == nullptr) return false;
    std::memcpy(to->data.get() + within, bytes, part);
    bytes += part;
    offset += part;
    count -= part;
  }
  return true;
}

}  // namespace launchproof::replay

#include "verify/replay/memory/footprint.h"

#include <algorithm>

namespace launchproof::replay {

ByteAccesses Footprint::at(const Block& block, std::uint64_t within) {
  ByteAccesses result;
  for (std::size_t kind = 0; kind < block.accesses.size(); ++kind)
    if (block.accesses[kind]) result.first[kind] = (*block.accesses[kind])[within];
  if (result.of(SiteKind::Write) && !block.differs[within]) result.stored = block.stored[within];
  return result;
}

ByteAccesses Footprint::at(std::uint64_t offset) const {
  const auto block = d_blocks.find(offset / kBlockBytes);
  return block == d_blocks.end() ? ByteAccesses() : at(block->second, offset % kBlockBytes);
}

void Footprint::each_common(
    const Footprint& other,
    const std::function<bool(std::uint64_t, const ByteAccesses&, const ByteAccesses&)>& visit) const {
  const auto any = [](const ByteAccesses& accesses) {
    return std::ranges::any_of(accesses.first, [](const FirstAccess& one) { return static_cast<bool>(one); });
  };
  for (const auto& [number, block] : d_blocks) {
    const auto same = other.d_blocks.find(number);
    if (same == other.d_blocks.end()) continue;
    for (std::uint64_t i = 0; i < kBlockBytes; ++i) {
      const ByteAccesses here = at(block, i), there = at(same->second, i);
      if (any(here) && any(there) && !visit(number * kBlockBytes + i, here, there)) return;
    }
  }
}

}  // namespace launchproof::replay

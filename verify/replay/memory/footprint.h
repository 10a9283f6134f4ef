// The bytes of a memory object that a launch touches, with the first access of each kind to each byte.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "verify/replay/memory/image.h"

namespace launchproof::replay {

// The first access of a kind: the number of the work-item in the launch and the number of the place in the
// program, both from 1. Zeros: none.
struct FirstAccess {
  std::uint32_t item = 0;
  std::uint32_t site = 0;

  explicit operator bool() const { return site != 0; }
};

// The accesses to one byte.
struct ByteAccesses {
  std::array<FirstAccess, 4> first;  // by SiteKind
  // The value that plain writes stored there, if all of them stored the same.
  std::optional<std::uint8_t> stored;

  const FirstAccess& of(SiteKind kind) const { return first[static_cast<std::size_t>(kind)]; }
};

class Footprint {
 public:
  // Records an access to `bytes` bytes from `offset` on. `stored` holds the bytes that a plain write stores,
  // or is null. Calls `take` with the number of bytes that the record needs; `take` returns false if there
  // are none left.
  template <typename Take>
  bool note(std::uint64_t offset, std::uint64_t bytes, SiteKind kind, FirstAccess access,
            const std::uint8_t* stored, const Take& take) {
    for (std::uint64_t i = 0; i < bytes; ++i) {
      Block& block = d_blocks[(offset + i) / kBlockBytes];
      auto& accesses = block.accesses[static_cast<std::size_t>(kind)];
      const std::uint64_t within = (offset + i) % kBlockBytes;
      if (!accesses) {
        if (!take(sizeof(*accesses))) return false;
        accesses = std::make_unique<std::array<FirstAccess, kBlockBytes>>();
      }
      FirstAccess& kept = (*accesses)[within];
      if (kind == SiteKind::Write) {
        const bool is_same = stored != nullptr && (!kept || block.stored[within] == stored[i]);
        if (stored != nullptr) block.stored[within] = stored[i];
        if (!is_same) block.differs[within] = true;
      }
      if (!kept) kept = access;
    }
    return true;
  }

  // Returns the accesses to the byte.
  ByteAccesses at(std::uint64_t offset) const;

  // Calls `visit` for each byte that both launches touched, in order, until it returns false.
  void each_common(const Footprint& other,
                   const std::function<bool(std::uint64_t offset, const ByteAccesses& here,
                                            const ByteAccesses& there)>& visit) const;

 private:
  static constexpr std::uint64_t kBlockBytes = 1024;
  struct Block {
    std::array<std::unique_ptr<std::array<FirstAccess, kBlockBytes>>, 4> accesses;  // by SiteKind
    std::array<std::uint8_t, kBlockBytes> stored{};
    std::bitset<kBlockBytes> differs;  // plain writes stored different values, or an unknown value
  };

  static ByteAccesses at(const Block& block, std::uint64_t within);

  std::map<std::uint64_t, Block> d_blocks;  // by number
};

}  // namespace launchproof::replay

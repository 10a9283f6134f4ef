// Keeps the cache small.
#pragma once

#include <cstdint>
#include <string>

namespace launchproof::shim {

// The most bytes that the cache may take on the disk.
inline constexpr std::uint64_t kMostCacheBytes = std::uint64_t{256} << 20;

// Removes keys, with all that is remembered under each, until the entries in `folder` take `most` bytes or
// less: those first that were neither written nor read for longest. A key is never kept in part, for what is
// remembered twice would then be taken for unequivocal.
void bound_cache(const std::string& folder, std::uint64_t most);

// Marks an entry as used now.
void touch_entry(const std::string& path);

}  // namespace launchproof::shim

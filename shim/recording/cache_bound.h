// Keeps the cache small.
#pragma once

#include <cstdint>
#include <string>

namespace launchproof::shim {

// The most bytes that the cache may take on the disk.
inline constexpr std::uint64_t kMostCacheBytes = std::uint64_t{256} << 20;

// Removes keys, each with everything remembered under it, until the entries in `folder` take at most `most`
// bytes. Keys that were neither written nor read for longest go first. A key is never kept in part, since
// what was remembered twice would then look unequivocal.
void bound_cache(const std::string& folder, std::uint64_t most);

// Marks an entry as used now.
void touch_entry(const std::string& path);

}  // namespace launchproof::shim

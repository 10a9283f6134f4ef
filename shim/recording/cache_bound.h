// Limits the size of the cache.
#pragma once

#include <cstdint>
#include <string>

namespace launchproof::shim {

// The largest number of bytes that the cache may take on disk.
inline constexpr std::uint64_t kMostCacheBytes = std::uint64_t{256} << 20;

// Removes keys, each with everything remembered under it, until the entries in `folder` take at most `most`
// bytes. Removes the least recently used keys first. Never removes part of a key, because an ambiguous key
// would then look unambiguous.
void bound_cache(const std::string& folder, std::uint64_t most);

// Marks an entry as used now.
void touch_entry(const std::string& path);

}  // namespace launchproof::shim

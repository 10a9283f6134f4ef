// The shim's cache, which lasts from one run to the next, in the user's cache folder:
// $XDG_CACHE_HOME/launchproof, or ~/.cache/launchproof. Losing it costs time, or the source of a program that
// is loaded as a binary. A failure here never stops recording. Any number of processes may use it at once. It
// takes at most 256 MiB (cache_bound.h); the least recently used entries are removed first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::shim {

// Names (one word) and bytes, in order.
using CacheFields = std::vector<std::pair<std::string, std::string>>;

// Returns the fields that were remembered under exactly this key. Returns nothing if there are none, if they
// are damaged, or if different entries were remembered under the key, so that none can be trusted. `kind` is
// one word.
std::optional<CacheFields> recall(std::string_view kind, std::string_view key);

// Adds the fields to those under the key. Returns false if they are not stored or exceed 32 MiB.
bool remember(std::string_view kind, std::string_view key, const CacheFields& fields);

}  // namespace launchproof::shim

#include "shim/cuda/forwarding/launch_cache.h"

#include <cstring>

namespace launchproof::cuda {
namespace {

// A multiplication spreads the differences within a word over its upper half, which is then moved down.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
  hash = (hash ^ word) * kOdd;
  return hash ^ (hash >> 32U);
}

}  // namespace

std::size_t LaunchCache::place_of(const LaunchKey& key, const std::string& parameters) {
  std::uint64_t hash = mixed(mixed(key.kernel, key.device), key.place);
  for (const unsigned size : key.shape) hash = mixed(hash, size);
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= parameters.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, parameters.data() + at, sizeof word);
    hash = mixed(hash, word);
  }
  for (; at < parameters.size(); ++at) hash = mixed(hash, static_cast<unsigned char>(parameters[at]));
  return hash % kEntries;
}

std::optional<capture::LaunchHandle> LaunchCache::find(const LaunchKey& key,
                                                       const std::string& parameters) const {
  const std::size_t place = place_of(key, parameters);
  const std::lock_guard lock(d_mutex);
  const Entry& entry = d_entries[place];
  if (entry.key != key || entry.parameters != parameters) return std::nullopt;
  return entry.handle;
}

void LaunchCache::put(const LaunchKey& key, const std::string& parameters,
                      const capture::LaunchHandle& handle) {
  const std::size_t place = place_of(key, parameters);
  const std::lock_guard lock(d_mutex);
  d_entries[place] = {key, parameters, handle};
}

}  // namespace launchproof::cuda

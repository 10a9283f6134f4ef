#include "shim/recording/activity.h"

#include <algorithm>

namespace launchproof::shim {

void Activity::add_mapping(const void* at) {
  const std::lock_guard lock(d_mutex);
  d_mappings.push_back(at);
}

void Activity::remove_mapping(const void* at) {
  const std::lock_guard lock(d_mutex);
  const auto found = std::ranges::find(d_mappings, at);
  if (found != d_mappings.end()) d_mappings.erase(found);
}

bool Activity::is_mapped() {
  const std::lock_guard lock(d_mutex);
  return !d_mappings.empty();
}

}  // namespace launchproof::shim

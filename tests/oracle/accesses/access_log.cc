#include "tests/oracle/accesses/access_log.h"

#include <algorithm>

namespace launchproof::oracle {

namespace {

// Atomics order each other only when each one's scope includes the other work-item.
bool scopes_meet(const Access& a, const Access& b) {
  const auto includes = [&](AtomicScope scope) {
    switch (scope) {
      case AtomicScope::WorkItem:
        return false;
      case AtomicScope::SubGroup:
        return a.group == b.group && a.sub_group == b.sub_group;
      case AtomicScope::WorkGroup:
        return a.group == b.group;
      case AtomicScope::Device:
      case AtomicScope::AllDevices:
        return true;
    }
    return false;
  };
  return includes(a.scope) && includes(b.scope);
}

}  // namespace

bool breaks_promise(const Access& a, const Access& b) {
  return (a.promises && writes(b.kind)) || (b.promises && writes(a.kind));
}

bool race(const Access& earlier, const Access& later, const Orders& orders) {
  if (breaks_promise(earlier, later)) return true;
  if (earlier.agent == later.agent) return false;
  if (!writes(earlier.kind) && !writes(later.kind)) return false;
  if (is_atomic(earlier.kind) && is_atomic(later.kind) && earlier.start == later.start &&
      earlier.bytes == later.bytes && scopes_meet(earlier, later)) {
    return false;
  }
  // An asynchronous copy lasts until it is waited for, even across barriers.
  if (earlier.event != 0) return !orders.waited(earlier.event);
  if (orders.follows && orders.follows(earlier)) return false;
  if (earlier.group != later.group) return true;
  if (orders.ordered) return !orders.ordered(earlier);
  if (later.event == 0 && !earlier.of_image && !later.of_image && earlier.sub_group == later.sub_group &&
      earlier.sub_group_epoch != later.sub_group_epoch)
    return false;
  // Between an image and the buffer under it a barrier must fence both.
  const bool buffers = !earlier.of_image || !later.of_image;
  const bool images = earlier.of_image || later.of_image;
  return (buffers && earlier.epoch == later.epoch) || (images && earlier.image_epoch == later.image_epoch);
}

std::vector<Access>& AccessLog::cell(std::int64_t byte) {
  if (byte >= 0 && static_cast<std::uint64_t>(byte) < d_cells.size())
    return d_cells[static_cast<std::size_t>(byte)];
  return d_far_cells[byte];
}

void AccessLog::enter(Access access, const std::uint8_t* data, std::uint32_t padding, const Orders& orders,
                      const RaceSink& sink) {
  for (std::uint32_t i = 0; i < access.bytes; ++i) {
    const std::int64_t byte = access.start + i;
    access.is_padding = data != nullptr && i >= padding;
    access.value = data != nullptr && !access.is_padding ? data[i] : 0;
    std::vector<Access>& entries = cell(byte);
    // A repeated access conflicts with the same entries again. Entries that were added in between were
    // compared with it then.
    if (std::find(entries.begin(), entries.end(), access) != entries.end()) continue;
    for (const Access& other : entries) {
      if (race(other, access, orders)) sink(other, access, byte);
    }
    // For other groups, an access is the same in every epoch, and no later access shares an earlier epoch.
    // For other sub-groups, it is the same in every epoch of its sub-group.
    const auto before = std::find_if(entries.begin(), entries.end(), [&](Access other) {
      other.epoch = access.epoch;
      other.sub_group_epoch = access.sub_group_epoch;
      other.image_epoch = access.image_epoch;
      other.clock = access.clock;
      other.time = access.time;
      return other == access;
    });
    if (before == entries.end()) {
      entries.push_back(access);
    } else {
      before->epoch = access.epoch;
      before->sub_group_epoch = access.sub_group_epoch;
      before->image_epoch = access.image_epoch;
      before->clock = access.clock;
      before->time = access.time;
    }
  }
}

}  // namespace launchproof::oracle

#include "verify/replay/execution/seen_log.h"

#include <algorithm>
#include <utility>

namespace launchproof::replay {
namespace {

auto rank(const Seen& seen) {
  std::vector<std::array<std::uint64_t, 3>> ids;
  for (const Participant& side : seen.participants) {
    ids.push_back(side.work_item.group_id);
    ids.push_back(side.work_item.local_id);
  }
  return std::pair(seen.benign, ids);
}

}  // namespace

Seen& SeenLog::note(verdict::Property property, const char* kind, std::uint32_t one, std::uint32_t two,
                    std::uint64_t instance) {
  const auto [found, made] = d_entries.try_emplace({property, kind, one, two});
  Entry& entry = found->second;
  if (made) {
    entry.seen.property = property;
    entry.seen.kind = kind;
    entry.order = d_next++;
  }
  if (entry.instance != instance) ++entry.seen.count;
  entry.instance = instance;
  return entry.seen;
}

void SeenLog::merge(SeenLog&& other) {
  for (auto& [key, entry] : other.d_entries) {
    const auto [found, made] = d_entries.try_emplace(key, std::move(entry));
    if (made) {
      found->second.order += d_next;
      continue;
    }
    Seen& mine = found->second.seen;
    const std::uint64_t count = mine.count + entry.seen.count;
    if (rank(entry.seen) < rank(mine)) mine = std::move(entry.seen);
    mine.count = count;
  }
  d_next += other.d_next;
}

std::vector<Seen> SeenLog::take() {
  std::vector<Entry*> entries;
  entries.reserve(d_entries.size());
  for (auto& [key, entry] : d_entries) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(),
            [](const Entry* a, const Entry* b) { return a->order < b->order; });
  std::vector<Seen> result;
  result.reserve(entries.size());
  for (Entry* entry : entries) result.push_back(std::move(entry->seen));
  return result;
}

}  // namespace launchproof::replay

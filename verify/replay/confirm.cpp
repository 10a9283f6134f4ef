#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "verify/replay/execution/execution.h"
#include "verify/replay/finding_sides.h"
#include "verify/replay/steps.h"
#include "verify/verdict/finding_kinds.h"

namespace launchproof::replay {
namespace {

using verdict::Property;

bool has_line(const std::vector<verdict::SourceLocation>& locations, const verdict::SourceLocation& wanted) {
  return std::any_of(locations.begin(), locations.end(), [&](const verdict::SourceLocation& item) {
    return item.line == wanted.line && item.file == wanted.file;
  });
}

// Returns whether a place is one of the finding's. Its locations include the call sites of inlined code.
bool is_named(const verdict::Finding& finding, const std::vector<verdict::SourceLocation>& place) {
  return !place.empty() && has_line(finding.locations, place.front());
}

bool writes(SiteKind kind) {
  return kind == SiteKind::Write || kind == SiteKind::Atomic;
}

bool is_atomic(SiteKind kind) {
  return kind == SiteKind::Atomic || kind == SiteKind::AtomicLoad;
}

// `least`: the narrowest scope that includes both work-items.
bool conflict(const SiteSpec& one, const SiteSpec& two, bool same_place, model::AtomicScope least) {
  if (!writes(one.kind) && !writes(two.kind)) return false;
  if (!is_atomic(one.kind) || !is_atomic(two.kind) || one.bytes != two.bytes || !same_place) return true;
  return one.scope < least || two.scope < least;
}

// Where and when one side accessed memory; each access once, since loops repeat them. It was made by a
// work-item, or by an asynchronous copy that is in flight from meeting `phase` to meeting `end` of its group.
struct Touch {
  const void* storage = nullptr;
  std::int64_t offset = 0;  // negative before the start of an array of unknown size
  std::uint32_t site = 0, copy = 0, phase = 0, end = 0, interval = 0, other_interval = 0;
  bool is_local = false, is_image = false;
  std::uint32_t sub_group = UINT32_MAX, sub_interval = 0, other_sub_interval = 0, object = 0;
  std::int64_t in_array = 0;
  std::uint32_t grid_phase = 0;
  auto operator<=>(const Touch&) const = default;
};

// The time of a work-item's access matters only with respect to copies.
std::set<Touch> touches(const Watch& watch, bool phases) {
  std::set<Touch> result;
  for (const WatchedAccess& access : watch.accesses) {
    const auto end = watch.ends.find(access.copy);
    result.insert({access.storage, static_cast<std::int64_t>(access.offset), access.site, access.copy,
                   phases ? access.phase : 0, end == watch.ends.end() ? UINT32_MAX : end->second,
                   access.interval, access.other_interval, access.is_local, access.is_image, access.sub_group,
                   access.sub_interval, access.other_sub_interval, access.object, access.in_array,
                   access.grid_phase});
  }
  return result;
}

bool share_sub_group(const Touch& one, const Touch& two) {
  return one.sub_group == two.sub_group && one.sub_group != UINT32_MAX;
}

// Returns whether barriers of the sub-group that contains both work-items order the two accesses.
bool is_ordered_in_sub_group(const Touch& one, const Touch& two) {
  if (!share_sub_group(one, two)) return false;
  if (one.is_image == two.is_image) return one.sub_interval != two.sub_interval;
  return one.sub_interval != two.other_sub_interval && one.other_sub_interval != two.sub_interval;
}

// Returns whether both accesses are in one interval. For an image and a pointer, barriers must fence both
// kinds.
bool in_one_interval(const Touch& one, const Touch& two) {
  if (is_ordered_in_sub_group(one, two)) return false;
  if (one.is_image == two.is_image) return one.interval == two.interval;
  return one.interval == two.other_interval || one.other_interval == two.interval;
}

// Returns whether two accesses of one group are unordered. Only waits order copies with other copies and with
// later accesses; with earlier accesses, barriers order them as well.
bool unordered(const Touch& one, const Touch& two) {
  if (one.copy == 0 && two.copy == 0) return in_one_interval(one, two);
  if (one.copy != 0 && two.copy != 0)
    return one.copy != two.copy && std::max(one.phase, two.phase) < std::min(one.end, two.end);
  const Touch& copy = one.copy != 0 ? one : two;
  const Touch& item = one.copy != 0 ? two : one;
  return item.phase < copy.phase ? in_one_interval(item, copy) : item.phase < copy.end;
}

const char* what_it_does(SiteKind kind) {
  if (is_atomic(kind)) return "atomic";
  return kind == SiteKind::Write ? "write" : "read";
}

// Only compares place and kind.
bool may_be(const FindingSide& side, const SiteSpec& site) {
  return side.is_at(site.locations) && side.does(what_it_does(site.kind));
}

// Returns the accesses that may be the one in the finding.
class Named {
 public:
  Named(const KernelTables& tables, const FindingSide* side) : d_tables(tables), d_side(side) {
    if (side != nullptr)
      d_is_one_of_many =
          std::ranges::count_if(tables.sites, [&](const SiteSpec& site) { return may_be(*side, site); }) > 1;
  }

  bool operator()(const Touch& touch) const {
    return !d_is_one_of_many || d_side->touches(d_tables.objects[touch.object].name, touch.in_array,
                                                d_tables.sites[touch.site].bytes);
  }

 private:
  const KernelTables& d_tables;
  const FindingSide* d_side;
  bool d_is_one_of_many = false;
};

// Returns where the two sides of a race met in the way that the finding describes, if they did.
std::optional<std::pair<Touch, Touch>> meeting_of(const KernelTables& tables,
                                                  const std::vector<Watch>& watches, bool one_group,
                                                  const Named& is_first, const Named& is_second,
                                                  bool any_order) {
  constexpr std::int64_t kWidest = 128;  // bytes of an access; wider accesses are those of structures
  std::int64_t widest = kWidest;
  for (const SiteSpec& site : tables.sites) widest = std::max<std::int64_t>(widest, site.bytes);
  const auto from = [](std::int64_t offset, std::int64_t bytes) {  // saturates at the largest offset
    std::int64_t result = 0;
    if (!__builtin_add_overflow(offset, bytes, &result)) return result;
    return bytes < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  };
  const std::set<Touch> others = touches(watches[1], tables.has_copies);
  for (const Touch& touch : touches(watches[0], tables.has_copies)) {
    if ((touch.is_local && !one_group) || !is_first(touch)) continue;
    const SiteSpec& one = tables.sites[touch.site];
    // Accesses that begin up to `widest` bytes earlier may reach here.
    Touch least;
    least.storage = touch.storage;
    least.offset = from(touch.offset, -widest);
    for (auto at = others.lower_bound(least);
         at != others.end() && at->storage == touch.storage && at->offset < from(touch.offset, one.bytes);
         ++at) {
      const SiteSpec& two = tables.sites[at->site];
      const bool is_ordered =
          !any_order && (one_group ? !unordered(touch, *at) : touch.grid_phase != at->grid_phase);
      if (from(at->offset, two.bytes) <= touch.offset || is_ordered || !is_second(*at)) continue;
      model::AtomicScope scope = one_group ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
      if (one_group && share_sub_group(touch, *at)) scope = model::AtomicScope::SubGroup;
      if (conflict(one, two, touch.offset == at->offset, scope)) return std::pair(touch, *at);
    }
  }
  return std::nullopt;
}

// Returns the number of the step, or the number of steps if there is none.
std::size_t step_at(const Watch& watch, const Touch& touch) {
  const auto found = std::ranges::find_if(watch.steps, [&](const WatchedStep& step) {
    return step.kind == WatchedStep::Kind::Access && step.place == touch.site &&
           step.storage == touch.storage && static_cast<std::int64_t>(step.offset) == touch.offset &&
           step.interval == touch.interval;
  });
  return static_cast<std::size_t>(found - watch.steps.begin());
}

// Returns which sides of a race are asynchronous copies, according to the roles of its places.
std::vector<bool> sides_by_copies(const verdict::Finding& finding) {
  std::vector<bool> result;
  for (const verdict::SourceLocation& place : finding.locations)
    if (place.role == verdict::kCopyRole || place.role == verdict::kFirstRole ||
        place.role == verdict::kSecondRole)
      result.push_back(place.role == verdict::kCopyRole);
  if (result.size() != 2) result.assign(2, false);
  return result;
}

// Returns why not seeing the finding means nothing, or an empty text. An access outside of an array is
// skipped, and a group stops at a barrier at which its work-items do not meet.
std::string excuse(const verdict::Finding& finding, const Outcome& outcome) {
  if (outcome.status != Status::Completed) return outcome.reason;
  for (const Seen& seen : outcome.seen) {
    const auto& place = seen.participants.front().locations;
    const std::string line = place.empty() ? "" : " at line " + std::to_string(place.front().line);
    if (seen.property == Property::BarrierDivergence)
      return "the group's work-items part at a barrier before it" + line;
    const bool is_skipped = seen.property == Property::OutOfBounds || seen.property == Property::NullAccess;
    if (is_skipped && seen.property != finding.property && is_named(finding, place))
      return "the access" + line + " lies outside of its array, where a replay does not follow";
  }
  for (const verdict::WorkItem& item : finding.witness->work_items) {
    const auto offset = static_cast<std::int64_t>(item.byte_offset);
    if (offset >= static_cast<std::int64_t>(kObjectBias) || -offset >= static_cast<std::int64_t>(kObjectBias))
      return "byte " + std::to_string(offset) + " lies further off than a replay can tell arrays apart";
  }
  return {};
}

}  // namespace

Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding, const model::LaunchFacts& facts,
                     const Contents& contents, Options options) {
  return Confirmer::confirm(kernel, finding, facts, contents, std::move(options));
}

Confirmation Confirmer::confirm(const Kernel& kernel, const verdict::Finding& finding,
                                const model::LaunchFacts& facts, const Contents& contents, Options options) {
  Confirmation result;
  Outcome& outcome = result.outcome;
  outcome.status = kernel.d_status;
  outcome.reason = kernel.d_refusal;
  if (!finding.witness || finding.witness->work_items.empty()) {
    result.reason = "the finding has no witness";
    return result;
  }
  if (kernel.d_status != Status::Completed) {
    result.reason = "cannot be executed: " + outcome.reason;
    return result;
  }
  const KernelTables& tables = kernel.d_image->tables;
  const auto& items = finding.witness->work_items;
  options.groups.clear();
  for (const verdict::WorkItem& item : items)
    if (std::find(options.groups.begin(), options.groups.end(), item.group_id) == options.groups.end())
      options.groups.push_back(item.group_id);
  Execution execution(*kernel.d_image, facts, contents, options, outcome);
  outcome.reason = execution.prepare();
  if (!outcome.reason.empty()) {
    outcome.status = Status::Error;
    result.reason = "cannot be executed: " + outcome.reason;
    return result;
  }
  std::vector<Watch> watches;
  const std::vector<bool> by_copies = sides_by_copies(finding);
  const std::vector<FindingSide> sides = sides_of(finding);
  for (const verdict::WorkItem& item : items) {
    const bool by_copy = watches.size() < by_copies.size() && by_copies[watches.size()];
    Watch& watch = watches.emplace_back();
    watch.item = by_copy ? execution.number_of_copies(item.group_id)
                         : execution.number_of(item.group_id, item.local_id);
    const std::size_t number = watches.size() - 1;
    for (const SiteSpec& site : tables.sites)
      watch.sites.push_back(number < sides.size() ? may_be(sides[number], site)
                                                  : is_named(finding, site.locations));
  }
  execution.run(&watches);
  std::optional<std::pair<Touch, Touch>> meeting;
  bool is_elsewhere = false;
  if (finding.property == Property::DataRace && watches.size() == 2) {
    const bool any_order = finding.kind == verdict::kNonCoherentRead;
    const auto met = [&](const FindingSide* one, const FindingSide* two) {
      return meeting_of(tables, watches, execution.same_group(watches[0].item, watches[1].item),
                        {tables, one}, {tables, two}, any_order);
    };
    if (watches[0].item != watches[1].item || by_copies[0] || any_order) {
      meeting = sides.empty() ? met(nullptr, nullptr) : met(&sides.front(), &sides.back());
      is_elsewhere = !meeting && met(nullptr, nullptr);
    }
    result.seen = meeting.has_value();
  } else {
    result.seen = std::any_of(outcome.seen.begin(), outcome.seen.end(), [&](const Seen& seen) {
      const Participant& side = seen.participants.front();
      return seen.property == finding.property &&
             (finding.property != Property::DataRace || seen.kind == finding.kind) &&
             (sides.empty() ? is_named(finding, side.locations)
                            : sides[0].is_at(side.locations) && sides[0].does(side.work_item.access));
    });
  }
  if (result.seen) {
    const bool is_copied = std::ranges::find(by_copies, true) != by_copies.end();
    std::vector<std::size_t> decisive;
    if (meeting) decisive = {step_at(watches[0], meeting->first), step_at(watches[1], meeting->second)};
    if (!is_copied) add_steps(result, tables, execution.views(), watches, finding.property, decisive);
    return result;
  }
  result.reason = excuse(finding, outcome);
  for (const Watch& watch : watches)
    if (watch.accesses.size() >= kMaximumWatched) result.reason = "more accesses than a replay keeps";
  if (result.reason.empty() && is_elsewhere)
    result.reason = "the two work-items met, by other accesses at these places";
  result.refuted = result.reason.empty();
  if (result.refuted) result.reason = "the groups of the witness ran to their end without it";
  return result;
}

}  // namespace launchproof::replay

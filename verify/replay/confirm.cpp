#include <algorithm>
#include <utility>

#include "verify/replay/execution.h"

namespace launchproof::replay {
namespace {

bool has_line(const std::vector<verdict::SourceLocation>& locations, const verdict::SourceLocation& wanted) {
  return std::any_of(locations.begin(), locations.end(), [&](const verdict::SourceLocation& item) {
    return item.line == wanted.line && item.file == wanted.file;
  });
}

// Whether a place is one of the finding's. Its locations hold the call sites of inlined code too.
bool is_named(const verdict::Finding& finding, const std::vector<verdict::SourceLocation>& place) {
  return !place.empty() && has_line(finding.locations, place.front());
}

bool writes(SiteKind kind) {
  return kind == SiteKind::Write || kind == SiteKind::Atomic;
}

// Whether the two work-items of a race met as the finding says.
bool met(const KernelTables& tables, const std::vector<Watch>& watches, bool one_group) {
  for (const WatchedAccess& a : watches[0].accesses)
    for (const WatchedAccess& b : watches[1].accesses) {
      const SiteSpec& one = tables.sites[a.site];
      const SiteSpec& two = tables.sites[b.site];
      if (a.storage != b.storage || a.offset >= b.offset + b.bytes || b.offset >= a.offset + a.bytes)
        continue;
      if (one_group && a.interval != b.interval) continue;
      if (!writes(one.kind) && !writes(two.kind)) continue;
      if (one.kind == SiteKind::Atomic && two.kind == SiteKind::Atomic && one.bytes == two.bytes &&
          one.scope >= model::AtomicScope::Device && two.scope >= model::AtomicScope::Device)
        continue;
      return true;
    }
  return false;
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
    result.reason = "not executed: " + outcome.reason;
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
    result.reason = "not executed: " + outcome.reason;
    return result;
  }
  std::vector<Watch> watches;
  for (const verdict::WorkItem& item : items) {
    Watch& watch = watches.emplace_back();
    watch.item = execution.number_of(item.group_id, item.local_id);
    for (const SiteSpec& site : tables.sites) watch.sites.push_back(is_named(finding, site.locations));
  }
  execution.run(&watches);
  if (finding.property == verdict::Property::DataRace)
    result.seen = watches.size() == 2 && watches[0].item != watches[1].item &&
                  met(tables, watches, execution.same_group(watches[0].item, watches[1].item));
  else
    result.seen = std::any_of(outcome.seen.begin(), outcome.seen.end(), [&](const Seen& seen) {
      return seen.property == finding.property && is_named(finding, seen.participants.front().locations);
    });
  if (!result.seen)
    result.reason = outcome.status == Status::Completed
                        ? "the groups of the witness ran to their end without it"
                        : outcome.reason;
  return result;
}

}  // namespace launchproof::replay

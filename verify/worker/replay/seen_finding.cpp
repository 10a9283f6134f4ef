#include "verify/worker/replay/seen_finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <utility>

#include "verify/worker/replay/element_names.h"

namespace launchproof::worker {

using verdict::Confirmation;
using verdict::Finding;

namespace {

std::string place_of(const replay::Participant& side) {
  if (side.locations.empty()) return "an unknown line";
  return fmt::format("{}:{}", side.locations.front().file, side.locations.front().line);
}

std::string message_of(const replay::Seen& seen, const model::KernelModel& kernel) {
  std::string text = fmt::format("{}{}", seen.benign ? "benign " : "", seen.kind);
  const char* between = ": ";
  for (const replay::Participant& side : seen.participants) {
    verdict::WorkItem item = side.work_item;
    name_element(item, kernel);
    const std::string who = side.by_copy ? "the asynchronous copy"
                                         : fmt::format("work-item ({})", fmt::join(item.local_id, ", "));
    text += fmt::format("{}{} of group ({}): {}", between, who, fmt::join(item.group_id, ", "), item.access);
    if (!item.element.empty())
      text += " of `" + item.element + "`";
    else if (!item.array.empty())
      text += fmt::format(" of `{}` at byte {}", item.array, static_cast<std::int64_t>(item.byte_offset));
    text += " at " + place_of(side);
    between = "; ";
  }
  return fmt::format("{} ({})", text, seen.count == 1 ? "once" : fmt::format("{} times", seen.count));
}

}  // namespace

Finding finding_of(const replay::Seen& seen, const model::KernelModel& kernel) {
  Finding finding;
  finding.property = seen.property;
  finding.kind = seen.kind;
  finding.benign = seen.benign;
  finding.message = message_of(seen, kernel);
  verdict::Witness witness;
  for (const replay::Participant& side : seen.participants) {
    witness.work_items.push_back(side.work_item);
    for (verdict::SourceLocation place : side.locations) {
      if (place.role.empty()) place.role = side.by_copy ? verdict::kCopyRole : side.work_item.access;
      finding.locations.push_back(std::move(place));
    }
  }
  name_elements(witness, kernel);
  finding.witness = std::move(witness);
  finding.confirmation = Confirmation::Replayed;
  return finding;
}

bool may_be_at(const model::KernelModel& kernel, model::SiteId site, const replay::Participant& side) {
  const model::LocationId location = kernel.sites[site].location;
  return location == model::kNone || side.locations.empty() ||
         kernel.locations[location].line == side.locations.front().line;
}

}  // namespace launchproof::worker

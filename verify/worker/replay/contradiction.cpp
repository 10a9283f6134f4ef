#include "verify/worker/replay/contradiction.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

// Fences, or the orders of atomics, may put what one group does before what another one does.
bool may_be_released(const model::KernelModel& kernel) {
  return !kernel.fences.empty() || std::ranges::any_of(kernel.sites, [](const model::Site& site) {
    return site.kind == model::AccessKind::Atomic && site.atomic_order != 0;
  });
}

bool has_known_size(const model::LaunchFacts& facts, std::uint32_t parameter) {
  if (parameter >= facts.arguments.size()) return false;
  const model::Argument& argument = facts.arguments[parameter];
  if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) return buffer->bytes.has_value();
  return !std::holds_alternative<model::UnknownArgument>(argument);
}

// Returns whether an out-of-bounds access may be to an array of unknown size. A proof assumes that such
// accesses stay in bounds.
bool may_be_of_unknown_size(const replay::Seen& seen, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts) {
  if (seen.property != Property::OutOfBounds || seen.participants.empty()) return false;
  const std::string& array = seen.participants.front().work_item.array;
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    if (parameter.array == model::kNone || has_known_size(facts, i)) continue;
    if (array.empty() || array == parameter.name) return true;
  }
  return false;
}

}  // namespace

bool are_of_two_groups(const replay::Seen& seen) {
  return seen.participants.size() == 2 &&
         seen.participants.front().work_item.group_id != seen.participants.back().work_item.group_id;
}

void contradict_proofs(verdict::ClassResult& result, const model::KernelModel& kernel,
                       const model::LaunchFacts& facts, const replay::Outcome& outcome) {
  if (outcome.status == replay::Status::Unknown && outcome.is_excluded) return;
  for (const replay::Seen& seen : outcome.seen) {
    const auto answer = result.properties.find(seen.property);
    if (seen.benign || answer == result.properties.end() || answer->second.verdict != Verdict::Verified)
      continue;
    if (seen.property == Property::DataRace && may_be_released(kernel) && are_of_two_groups(seen)) continue;
    if (may_be_of_unknown_size(seen, kernel, facts)) continue;
    std::string place = "an unknown line";
    for (const replay::Participant& side : seen.participants)
      if (!side.locations.empty())
        place = fmt::format("{}:{}", side.locations.front().file, side.locations.front().line);
    const std::string why = fmt::format(
        "internal error: {} was proved, and executing the launch showed its opposite at "
        "{}. {}",
        verdict::name(seen.property), place, kReportIt);
    answer->second = {Verdict::Error, why, {{Cause::ReplayDisagrees, why, {}}}};
  }
}

}  // namespace launchproof::worker

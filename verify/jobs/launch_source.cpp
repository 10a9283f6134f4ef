#include "verify/jobs/launch_source.h"

#include "capture/launch_class.h"
#include "verify/frontend/compilation/value_layouts.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

FactsAnswer for_kernel(FactsAnswer answer, const model::KernelModel& kernel) {
  if (answer.facts) answer.facts->arguments.resize(kernel.parameters.size());
  return answer;
}

// Returns whether the device accepts groups of that size, as far as its limits were recorded.
bool takes_groups_of(const capture::Device* device, const capture::Size3& size) {
  if (device == nullptr) return true;
  std::uint64_t items = 1;
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] > device->limit("max_work_item_sizes." + std::to_string(d)).value_or(size[d])) return false;
    items *= size[d];
  }
  return items <= device->limit("max_work_group_size").value_or(items);
}

FactsAnswer recorded_facts_of(const RecordedLaunch& recorded, const model::KernelModel& kernel) {
  const capture::Capture& capture = *recorded.loaded;
  capture::Launch launch = capture::common_launch(capture, recorded.launches);
  if (recorded.local_size) {
    if (!takes_groups_of(capture.device(launch.device), *recorded.local_size)) {
      FactsAnswer none;
      none.cause = verdict::Cause::ContradictoryFacts;
      none.reason = "the device takes no groups of this size";
      return none;
    }
    launch.local_size = recorded.local_size;
  }
  FactsAnswer answer = recorded_facts(launch, kernel, contents_lookup(capture), recorded.unknown);
  if (answer.facts && recorded.stated.is_stated()) answer.facts->sub_groups.state(recorded.stated);
  return answer;
}

}  // namespace

FactsAnswer facts_of(const LaunchSource& source, const Program& program, const model::KernelModel& kernel) {
  return std::visit(
      Overloaded{[&](const KnownLaunch& known) { return for_kernel(known.answer, kernel); },
                 [&](const StatedLaunch& stated) {
                   return bind_launch(stated.launch, kernel, [&] {
                     return frontend::value_layouts(program.sources.at(0), program.device, kernel.name);
                   });
                 },
                 [&](const RecordedLaunch& recorded) { return recorded_facts_of(recorded, kernel); }},
      source);
}

bool has_variants(const LaunchSource& source) {
  if (const auto* known = std::get_if<KnownLaunch>(&source)) return !known->parts.empty();
  const auto* recorded = std::get_if<RecordedLaunch>(&source);
  return recorded != nullptr && recorded->has_parts && recorded->launches.size() > 1;
}

std::vector<LaunchVariant> variants_of(const LaunchSource& source,
                                       const std::vector<std::size_t>& arguments) {
  std::vector<LaunchVariant> variants;
  if (const auto* known = std::get_if<KnownLaunch>(&source)) {
    for (const KnownPart& part : known->parts)
      variants.push_back({part.launch, part.count, KnownLaunch{part.answer, {}}});
    return variants;
  }
  const auto& recorded = std::get<RecordedLaunch>(source);
  capture::LaunchClass all;
  all.launches = recorded.launches;
  for (capture::ContentsGroup& group : capture::split_by_contents(*recorded.loaded, all, arguments)) {
    const std::uint64_t number = group.launches.front() + 1;
    variants.push_back({number, group.count,
                        RecordedLaunch{.capture = recorded.capture,
                                       .launches = std::move(group.launches),
                                       .local_size = recorded.local_size,
                                       .stated = recorded.stated,
                                       .loaded = recorded.loaded}});
  }
  return variants;
}

}  // namespace launchproof::jobs

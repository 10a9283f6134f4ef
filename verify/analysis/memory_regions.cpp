#include "verify/analysis/memory_regions.h"

#include <algorithm>
#include <map>

namespace launchproof::analysis {

MemoryRegions::MemoryRegions(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  std::map<std::uint64_t, std::uint32_t> by_object;
  std::uint32_t next = 0;
  d_placements.resize(kernel.arrays.size());
  for (model::ArrayId id = 0; id < kernel.arrays.size(); ++id) {
    const model::Array& array = kernel.arrays[id];
    Placement& place = d_placements[id];
    place.bytes = array.bytes;
    if (id == 0) {
      place.is_null = true;
      continue;
    }
    if (array.parameter != model::kNone && array.parameter < facts.arguments.size()) {
      const model::Argument& argument = facts.arguments[array.parameter];
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
        const auto [it, inserted] = by_object.try_emplace(buffer->object, next);
        if (inserted) ++next;
        place = {it->second, buffer->origin, buffer->bytes, false, buffer->before};
        place.is_known_image = buffer->image && buffer->image->size && buffer->image->format;
        place.access = buffer->access;
        continue;
      }
      if (std::holds_alternative<model::NullArgument>(argument)) place.is_null = true;
      if (const auto* local = std::get_if<model::LocalArgument>(&argument)) place.bytes = local->bytes;
    }
    place.region = next++;
  }
  d_written.assign(next, false);
  for (const model::Site& site : kernel.sites) {
    if (site.kind == model::AccessKind::Read) continue;
    if (site.kind == model::AccessKind::Atomic && !site.atomic_writes) continue;
    for (model::ArrayId array : site.arrays)
      if (d_placements[array].region != model::kNone) d_written[d_placements[array].region] = true;
  }
}

bool is_forbidden(const model::Site& site, model::KernelAccess access) {
  const bool is_atomic = site.kind == model::AccessKind::Atomic;
  switch (access) {
    case model::KernelAccess::ReadWrite:
      return false;
    case model::KernelAccess::ReadOnly:
      return site.kind == model::AccessKind::Write || (is_atomic && site.atomic_writes);
    case model::KernelAccess::WriteOnly:
      return site.kind == model::AccessKind::Read || (is_atomic && site.atomic_reads);
  }
  return false;
}

bool has_access_flags(const model::LaunchFacts& facts) {
  return std::ranges::any_of(facts.arguments, [](const model::Argument& argument) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    return buffer != nullptr && buffer->access != model::KernelAccess::ReadWrite;
  });
}

}  // namespace launchproof::analysis

#include "verify/analysis/incoherent_reads.h"

#include <algorithm>

namespace launchproof::analysis {
namespace {

using model::BlockId;
using model::SiteId;

// Returns whether control may pass the first site, and later the second one. Where work-items meet, they are
// at one place, so that this also holds for sites of two work-items with a barrier between them.
bool may_precede(const model::KernelModel& kernel, SiteId first, SiteId second) {
  const bool meets_elsewhere =
      std::ranges::any_of(kernel.barriers, [](const model::Barrier& one) { return !one.is_aligned; });
  if (meets_elsewhere || kernel.sites[first].in_flight || !kernel.calls.empty()) return true;
  const BlockId from = kernel.sites[first].block, to = kernel.sites[second].block;
  if (from == to) {
    for (const model::Event& event : kernel.blocks[from].events) {
      if (event.kind != model::Event::Kind::Site) continue;
      if (event.index == first) return true;
      if (event.index == second) break;
    }
  }
  std::vector<bool> seen(kernel.blocks.size(), false);
  std::vector<BlockId> open(kernel.blocks[from].successors);
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    if (block == to) return true;
    if (seen[block]) continue;
    seen[block] = true;
    open.insert(open.end(), kernel.blocks[block].successors.begin(), kernel.blocks[block].successors.end());
  }
  return false;
}

}  // namespace

bool is_of_image(const model::KernelModel& kernel, const model::Site& site) {
  return std::ranges::any_of(site.arrays,
                             [&](model::ArrayId array) { return kernel.arrays[array].image.has_value(); });
}

std::vector<SiteId> incoherent_reads(const model::KernelModel& kernel, const MemoryRegions& regions) {
  const auto is_written = [&](model::ArrayId array) {
    const std::uint32_t region = regions.placement(array).region;
    return region != model::kNone && regions.is_written(region);
  };
  const auto is_same = [&](const model::Site& one, const model::Site& other) {
    return std::ranges::any_of(one.arrays, [&](model::ArrayId x) {
      return std::ranges::any_of(other.arrays, [&](model::ArrayId y) {
        return regions.placement(x).region == regions.placement(y).region;
      });
    });
  };
  std::vector<SiteId> result;
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.is_coherent || std::ranges::none_of(site.arrays, is_written)) continue;
    bool is_late = !is_of_image(kernel, site);
    for (SiteId other = 0; other < kernel.sites.size() && !is_late; ++other)
      is_late = kernel.sites[other].kind != model::AccessKind::Read && is_same(site, kernel.sites[other]) &&
                may_precede(kernel, other, id);
    if (is_late) result.push_back(id);
  }
  return result;
}

const char* name_of_incoherent_read(const model::KernelModel& kernel, SiteId site) {
  return is_of_image(kernel, kernel.sites[site])
             ? "a read of a surface behind a write to it in the same launch"
             : "a load by `__ldg` from memory that the launch writes to";
}

}  // namespace launchproof::analysis

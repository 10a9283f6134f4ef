#include "verify/analysis/incoherent_reads.h"

#include <algorithm>

namespace launchproof::analysis {

std::vector<model::SiteId> incoherent_reads(const model::KernelModel& kernel, const MemoryRegions& regions) {
  const auto is_written = [&](model::ArrayId array) {
    const std::uint32_t region = regions.placement(array).region;
    return region != model::kNone && regions.is_written(region);
  };
  std::vector<model::SiteId> result;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (!site.is_coherent && std::ranges::any_of(site.arrays, is_written)) result.push_back(id);
  }
  return result;
}

}  // namespace launchproof::analysis

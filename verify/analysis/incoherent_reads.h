// Reads that promise that nobody writes to their memory while the launch runs (`__ldg` of CUDA,
// `ld.global.nc` and `ldu` of PTX), of memory that the launch writes.
#pragma once

#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// What messages call these reads.
inline constexpr const char* kIncoherentRead = "a load by `__ldg` from memory that the launch writes to";

// Returns the sites of reads that are not coherent (Site::is_coherent) and whose memory some site of the
// kernel may write to, in any order and also through another argument. Such a read may yield an old value,
// even past a barrier, so that no proof covers what the launch does.
std::vector<model::SiteId> incoherent_reads(const model::KernelModel& kernel, const MemoryRegions& regions);

}  // namespace launchproof::analysis

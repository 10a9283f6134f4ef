// Finds reads that may miss writes of the same launch: reads that promise that their memory is not written
// while the launch runs (`__ldg` of CUDA, `ld.global.nc` and `ldu` of PTX), and reads of surfaces.
#pragma once

#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns the sites of reads that are not coherent (Site::is_coherent) and whose memory some site of the
// kernel may write to, also through another argument. Such a read may yield an old value, even past a
// barrier, so that no proof covers what the launch does. A surface may be written behind its reads, as a
// thread certainly finds what was there before (CUDA C++ Programming Guide, "Read/Write Coherency").
std::vector<model::SiteId> incoherent_reads(const model::KernelModel& kernel, const MemoryRegions& regions);

// Returns whether the site accesses a surface or another image.
bool is_of_image(const model::KernelModel& kernel, const model::Site& site);

// What messages call such a read.
const char* name_of_incoherent_read(const model::KernelModel& kernel, model::SiteId site);

}  // namespace launchproof::analysis

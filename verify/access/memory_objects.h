// Which memory of a launch arrays begin in, as numbers that annotations compare (`__ptr_base`,
// `__requires_fresh_array`, `__writes_to`).
#pragma once

#include "verify/analysis/memory_regions.h"
#include "verify/smt/term.h"

namespace launchproof::access {

// The model's function of this name.
inline constexpr const char* kObject = "pointer.object";

// The number, of 32 bits, for the array whose number is `base`: equal for arrays that begin at one place,
// different for those of different memory, and UINT32_MAX for null. A null term where `base` may be an array
// of a buffer of which another argument is a part that begins elsewhere.
smt::Term memory_object(smt::TermStore& store, const model::KernelModel& kernel,
                        const analysis::MemoryRegions& regions, smt::Term base);

}  // namespace launchproof::access

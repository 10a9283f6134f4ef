// Kinds of findings (Finding::kind) that several parts of the program tell from others.
#pragma once

namespace launchproof::verdict {

// A load that need not find what the launch writes (`__ldg` of CUDA, `ld.global.nc` and `ldu` of PTX), from
// memory that the launch writes. Barriers, fences and atomics do not order the two, and both may be made by
// one work-item.
inline constexpr const char* kNonCoherentRead = "non-coherent read";

}  // namespace launchproof::verdict

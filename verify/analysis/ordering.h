// Finds places where something other than a barrier of the group may order accesses of two work-items.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Selects the atomics that count as able to order accesses. Those with a memory order always count.
enum class Relaxed : std::uint8_t {
  ResultUsed,     // relaxed atomics count if anything uses their result
  ResultDecides,  // relaxed atomics count if their result may decide a branch
};

// Returns, by block, whether control may get there from something that can order accesses: a fence, an
// atomic, or, where the kernel has one of these, a loop that waits for what another work-item writes.
//
// Accesses in all other blocks are ordered by barriers alone. Neither relaxed atomics nor plain accesses
// release or acquire (OpenCL C 2.0, 6.13.11), whatever values they read. A plain access that serves as a flag
// races with the store that it waits for, so a kernel without races has no such flags.
//
// `Relaxed::ResultDecides` is for accesses of an actual execution: accesses that a value keeps apart did not
// happen there, so results that are only part of addresses order nothing.
std::vector<bool> possibly_ordered_blocks(const FlowGraph& graph, const model::LaunchFacts& facts,
                                          const MemoryRegions& regions, Relaxed relaxed);

}  // namespace launchproof::analysis

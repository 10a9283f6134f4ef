// Memory in which a launch counts: wherever it touches it atomically, it adds the same constant. Each call
// then finds another value, as long as nothing else writes there and the count does not come round to where
// it began (Betts and others, "refined atomics").
#pragma once

#include <cstdint>
#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"

namespace launchproof::analysis {

struct Counter {
  std::uint64_t step = 0;   // modulo 2^(8 * bytes), not 0
  std::uint32_t bytes = 0;  // of each call
  std::vector<model::SiteId> calls;
  model::Memory memory = model::Memory::Global;
  model::AtomicScope scope = model::AtomicScope::AllDevices;  // the narrowest
  bool written = false;                                       // also by plain writes
  bool renewed = false;                                       // by plain writes that may come after a call
};

class Counters {
 public:
  // `arbitrary`: arrays, by number, in whose memory nothing counts all the same; as long as needed.
  Counters(const FlowGraph& graph, const MemoryRegions& regions, const std::vector<bool>& arbitrary = {});

  // The memory that the call counts in, or null.
  const Counter* of(model::SiteId call) const;
  // Calls alone write this region.
  bool count_alone(std::uint32_t region) const {
    return !d_counters[region].calls.empty() && !d_counters[region].written;
  }

 private:
  std::vector<Counter> d_counters;  // by region; no calls: none
  std::vector<std::uint32_t> d_of;  // by site, into d_counters or kNone
};

}  // namespace launchproof::analysis

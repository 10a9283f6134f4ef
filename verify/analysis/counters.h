// Memory in which a launch counts: calls atomically add the same constant within one memory object. Each call
// at one address then returns a different value, as long as nothing else writes there and the count does not
// wrap around to its first value (Betts and others, "refined atomics").
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"

namespace launchproof::analysis {

// Pairs of a counting call and another write to its memory object that never touch a common byte, whichever
// work-items make them.
using Apart = std::set<std::pair<model::SiteId, model::SiteId>>;

struct Counter {
  std::uint64_t step = 0;   // modulo 2^(8 * bytes), not 0
  std::uint32_t bytes = 0;  // of each call
  std::vector<model::SiteId> calls;
  model::Memory memory = model::Memory::Global;
  model::AtomicScope scope = model::AtomicScope::AllDevices;  // the narrowest
  // All other accesses that write to the memory object.
  std::vector<model::SiteId> rivals;
  // The following flags ignore rivals that are apart from all calls.
  bool written = false;    // also by plain writes
  bool renewed = false;    // by plain writes that may come after a call
  bool disturbed = false;  // by other atomics or by copies: the results of the calls are unknown
};

class Counters {
 public:
  // Finds counters. `arbitrary` holds, by number, the arrays whose memory is never taken for a counter, and
  // is as long as needed.
  Counters(const FlowGraph& graph, const MemoryRegions& regions, const std::vector<bool>& arbitrary = {},
           const Apart& apart = {});

  // Returns the memory that the call counts in, or null.
  const Counter* of(model::SiteId call) const;
  // Returns whether only the calls of one counter write this region.
  bool count_alone(std::uint32_t region) const { return d_alone[region]; }
  // Returns all counters, including disturbed ones.
  const std::vector<Counter>& all() const { return d_counters; }

 private:
  std::vector<Counter> d_counters;
  std::vector<std::uint32_t> d_of;  // by site: index in d_counters, or kNone
  std::vector<bool> d_alone;        // by region
};

}  // namespace launchproof::analysis

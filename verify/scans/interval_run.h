// Runs one launch in a way that shows what a scan computes, for all contents and all associative operators at
// once.
//
// Each element is represented by its stretch: the consecutive input elements that were joined, in order, to
// compute it. Suppose that no element decides a branch or an address, and that elements are only joined by
// one operator, copied, or replaced by its identity. The run of the work-items then does not depend on
// contents, and a result that is the right stretch in one such run is the right sum for all contents and all
// associative operators (Chong, Donaldson and Ketema, "A Sound and Complete Abstraction for Reasoning about
// Parallel Prefix Sums", POPL 2014). This depends on the absence of data races and divergent barriers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"
#include "verify/scans/stretch.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::scans {

enum class RunVerdict : std::uint8_t {
  Shown,  // the claim holds
  Wrong,  // an element has a different stretch, or none
  Open    // the run could not be followed, or the value of an element is not a stretch
};

// The contents of memory each time that the work-items of the first group reach a loop header.
struct LoopState {
  model::LoopId loop = model::kNone;
  std::map<model::ValueId, std::uint64_t> carried;  // numbers in the header's phis, for the first work-item
  std::map<std::pair<std::uint32_t, std::uint64_t>, Content> cells;  // keyed by region and byte
};

struct RunResult {
  RunVerdict verdict = RunVerdict::Open;
  std::string text;  // why it is open, or what is wrong
  model::LocationId where = model::kNone;
  std::optional<Join> join;    // the operator that joins elements
  std::string operation;       // describes the operator that joins elements; empty: they are only copied
  bool is_of_reals = false;    // it is associative for real numbers, but for floats only up to rounding
  std::uint64_t elements = 0;  // number of output elements that all groups wrote
};

// Follows all groups. `steps` limits the number of blocks and accesses. If `states` is not null, it receives
// the contents of memory at loop headers, where the work-items then wait for each other.
RunResult run_over_intervals(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             const analysis::MemoryRegions& regions, symbolic::LaunchTerms& launch,
                             smt::TermStore& store, const model::ScanClaim& claim, std::uint64_t steps,
                             std::vector<LoopState>* states = nullptr);

// What the work-items of one group, whichever it is, leave in an array.
struct GroupRun {
  bool is_followed = false;
  std::string text;  // why it was not
  model::LocationId where = model::kNone;
  std::optional<Join> join;
  std::set<std::uint64_t> inputs;          // elements of the input that were read
  std::map<std::uint64_t, Content> cells;  // by byte of the array
};

// Follows a group without knowing its id. Each element of `input` is a symbol for its contents, and may be
// read at most once; otherwise the group is not followed.
GroupRun run_over_group(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                        const analysis::MemoryRegions& regions, symbolic::LaunchTerms& launch,
                        smt::TermStore& store, model::ArrayId input, model::ArrayId array,
                        std::uint64_t steps);

}  // namespace launchproof::scans

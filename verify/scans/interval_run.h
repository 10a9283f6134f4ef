// A run of one launch that shows what a scan computes, for all contents and all associative operators at
// once.
//
// In place of an element there is the stretch of elements of the input that were joined to make it, from one
// to another in order. Where no element decides a branch or an address, and elements pass through nothing but
// one operator, copies and its identity, the work-items' run does not depend on contents: a result that is
// the right stretch in one such run is the right sum for all contents and all operators that are associative
// (Chong, Donaldson and Ketema, "A Sound and Complete Abstraction for Reasoning about Parallel Prefix Sums",
// POPL 2014). It depends on there being no data race and no divergent barrier.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/model/kernel_model.h"
#include "verify/scans/stretch.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::scans {

enum class RunVerdict : std::uint8_t {
  Shown,  // what is claimed holds
  Wrong,  // an element is another stretch, or has none
  Open    // the run could not be followed, or an element is not a stretch
};

// The contents of memory whenever the work-items of the first group reach a loop's head.
struct LoopState {
  model::LoopId loop = model::kNone;
  std::map<model::ValueId, std::uint64_t> carried;  // numbers that the head selects, of the first work-item
  std::map<std::pair<std::uint32_t, std::uint64_t>, Content> cells;  // by region and byte
};

struct RunResult {
  RunVerdict verdict = RunVerdict::Open;
  std::string text;  // why it is open, or what is wrong
  model::LocationId where = model::kNone;
  std::optional<Join> join;    // the operation that joins elements
  std::string operation;       // that elements are joined by, in words; empty: they are only copied
  bool is_of_reals = false;    // it is associative of real numbers, and of floats only up to rounding
  std::uint64_t elements = 0;  // of the output that all groups wrote
};

// Follows all groups. `steps`: how many blocks and accesses at most. `states`, where it is not null: gets
// what memory holds at the heads of loops, at which the work-items wait for each other then.
RunResult run_over_intervals(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             const analysis::MemoryRegions& regions, symbolic::LaunchTerms& launch,
                             smt::TermStore& store, const model::ScanClaim& claim, std::uint64_t steps,
                             std::vector<LoopState>* states = nullptr);

}  // namespace launchproof::scans

// The setting that all parts of one verification share.
#pragma once

#include <array>

#include "verify/analysis/counters.h"
#include "verify/analysis/stable_reads.h"
#include "verify/symbolic/terms/launch_setting.h"
#include "verify/symbolic/terms/options.h"
#include "verify/two_thread/terms/counted_calls.h"
#include "verify/two_thread/terms/options.h"

namespace launchproof::two_thread {

using symbolic::OutOfTime;

struct EntryLogs;

struct Setting : symbolic::LaunchSetting {
  const symbolic::Options& limits;
  const Options& options;
  // Equality abstraction: the reads of memory written by the launch that find one value for each address and
  // barrier interval, provided that there is no race. Null stands for adversarial abstraction: each read
  // finds an arbitrary value.
  const analysis::StableReads* equal_reads = nullptr;
  const analysis::Counters* counters = nullptr;  // likewise: each work-item that counts gets a distinct value
  const CountedCalls* counted_calls = nullptr;   // with `counters`
  bool keeps_redundant_reads = false;            // keeps redundant reads, so that findings name them
  bool judges_pairs = false;  // for a pair: asks about assertions that compare both work-items, and not about
                              // races
  // The accesses that may be logged when a procedure is called, by pairing (parts.h). Null for a kernel.
  const std::array<EntryLogs, 3>* entry = nullptr;
};

// The work-items that a pass is about.
enum class Pairing : std::uint8_t {
  One,        // a single one: bounds, null pointers, assertions
  SameGroup,  // two different ones of a group: divergence, races, and assertions that compare two
  OtherGroup  // two of different groups: races, and assertions that compare two
};

}  // namespace launchproof::two_thread

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
  // Equality abstraction: which reads of memory that the launch writes find one value for each address and
  // barrier interval, given that there is no race. Null, adversarial abstraction: each finds any value.
  const analysis::StableReads* equal_reads = nullptr;
  const analysis::Counters* counters = nullptr;  // likewise: a work-item that counts finds a value of its own
  const CountedCalls* counted_calls = nullptr;   // with `counters`
  bool keeps_redundant_reads = false;            // so that findings name them
  bool judges_pairs = false;  // for a pair: asks about assertions that compare both, and not about races
  // The accesses that may be logged when a procedure is called, by pairing (parts.h). Null for a kernel.
  const std::array<EntryLogs, 3>* entry = nullptr;
};

// Which work-items a pass is about.
enum class Pairing : std::uint8_t {
  One,        // a single one: bounds, null pointers, assertions
  SameGroup,  // two different ones of a group: divergence, races, and assertions that compare two
  OtherGroup  // two of different groups: races, and assertions that compare two
};

}  // namespace launchproof::two_thread

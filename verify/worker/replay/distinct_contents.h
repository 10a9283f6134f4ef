// Creates contents in which neighbouring elements differ, so that a race visibly changes a value for readers
// of the report.
#pragma once

#include <optional>
#include <string>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/memory/contents.h"

namespace launchproof::worker {

struct DistinctContents {
  replay::Contents contents;
  std::string text;  // "1, 2, 3, … in `in` and `weights`"
};

// Returns the recorded contents. For buffers of scalars or vectors without recorded contents, adds numbers of
// their type: 1 to 97 repeatedly, in the first 64 KiB. Returns nothing if no buffer lacks contents.
std::optional<DistinctContents> distinct_contents(const model::KernelModel& kernel,
                                                  const model::LaunchFacts& facts);

}  // namespace launchproof::worker

// Contents in which neighbouring elements differ, so that a race changes a value that a reader of the report
// sees.
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

// Returns the recorded contents, and for buffers of scalars or vectors without any, numbers of their type: 1
// to 97 over and over, in their first 64 KiB. Nothing where no buffer lacks contents.
std::optional<DistinctContents> distinct_contents(const model::KernelModel& kernel,
                                                  const model::LaunchFacts& facts);

}  // namespace launchproof::worker

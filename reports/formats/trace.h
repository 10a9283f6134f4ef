// The recorded launches in the format of Chrome's trace viewer, coloured by verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// A description of a recorded launch. Code that can read captures fills it in.
struct RecordedLaunch {
  std::string process;  // tag
  std::uint64_t pid = 0;
  std::uint64_t thread = 0;
  std::uint64_t sequence = 0;  // number among the enqueues of its process
  std::uint64_t count = 1;     // exact repeats included
  std::string kernel;
  std::string sizes;
  std::string call_site;
  std::string class_key;
};

// Returns events in the format's JSON object form. A capture has the order of enqueues but no times. Each
// enqueue therefore takes one unit of time, and a repeated launch is shown at the place of its first enqueue.
// A launch whose class is not in the results is grey and labelled `not verified`.
std::string chrome_trace(const verdict::Results& results, const std::vector<RecordedLaunch>& launches);

}  // namespace launchproof::reports

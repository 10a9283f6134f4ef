// Two launches that may run at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "verify/jobs/launch_source.h"
#include "verify/model/kernel_model.h"
#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"
#include "verify/worker/outcomes/job.h"

namespace launchproof::worker {

// One of the two launches.
struct PairedLaunch {
  std::shared_ptr<const Program> program;
  std::string kernel;
  std::string words;          // "launch 3 (class 2)"
  std::string call_site;      // where it was enqueued; may be empty
  jobs::LaunchSource source;  // with the contents that its buffers had
};

// A pair of launches that represents all pairs of two classes with the same shared memory.
struct LaunchPairJob {
  PairedLaunch first, second;
  bool same_program = false;
  bool same_device = true;
  bool is_repeat = false;     // the second launch repeats the first one, with the same arguments
  bool stands_alone = false;  // there is no other pair, whose contents may differ
  bool replay = true;         // execute the two where accesses were not shown to be apart
  std::string unordered;      // what would put one before the other and is missing, as a sentence
  std::string solver = "z3";
  symbolic::Options options;    // `time` is the limit for the pair
  verdict::ClassResult result;  // names, sources and words of the answer
};

}  // namespace launchproof::worker

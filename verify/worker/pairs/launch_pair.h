// Two launches that may run at the same time.
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
  std::string call_site;      // place where it was enqueued; may be empty
  jobs::LaunchSource source;  // launch with the contents that its buffers had
};

// A pair of launches that represents all pairs of two classes with the same shared memory.
struct LaunchPairJob {
  PairedLaunch first, second;
  bool same_program = false;
  bool same_device = true;
  bool is_repeat = false;     // the second launch repeats the first one with the same arguments
  bool stands_alone = false;  // there is no other pair, whose contents might differ
  bool replay = true;         // execute the two launches if accesses were not shown to be apart
  std::string unordered;      // a sentence that says which missing operation would order the two launches
  std::string solver = "z3";
  symbolic::Options options;    // `time` is the limit for the pair
  verdict::ClassResult result;  // names, sources and descriptions for the answer
};

}  // namespace launchproof::worker

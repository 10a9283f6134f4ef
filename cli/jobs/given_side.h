// One of the two sides of a kernel comparison, as the user gave it.
#pragma once

#include <vector>

#include "verify/equivalence/side.h"
#include "verify/worker/pool/job.h"

namespace launchproof::cli {

// One side, and the jobs that verify its launches.
struct GivenSide {
  equivalence::Side side;
  std::vector<worker::Job> jobs;
};

}  // namespace launchproof::cli

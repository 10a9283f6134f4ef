// One of the two sides of a kernel comparison, as the user gave it.
#pragma once

#include <vector>

#include "verify/equivalence/side.h"
#include "verify/jobs/job.h"

namespace launchproof::cli {

// One side, and the jobs that verify its launches.
struct GivenSide {
  equivalence::Side side;
  std::vector<jobs::Job> jobs;
};

}  // namespace launchproof::cli

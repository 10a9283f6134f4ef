// From the two sides of a comparison, as the command line names them, to its answer.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "verify/equivalence/equivalence.h"
#include "verify/worker/job.h"
#include "verify/worker/pool.h"

namespace launchproof::cli {

// One side, and the jobs that verify its launches.
struct GivenSide {
  equivalence::Side side;
  std::vector<worker::Job> jobs;
};

// Throws UsageError: a file that cannot be read or does not compile, a kernel that it does not have,
// arguments that do not fit.
GivenSide given_side(const std::string& name, const std::vector<Arguments>& launches);

// What the comparison of the two sides comes to, of which `verified` has the launches' own results, left ones
// first. Runs in a worker process. Throws UsageError where the sides do not correspond.
verdict::ClassResult compare_sides(GivenSide left, GivenSide right,
                                   const std::vector<verdict::ClassResult>& verified,
                                   const Arguments& arguments);

// Compares the kernel of `check` with --spec, and adds results: those of the specification and of the
// comparison. Throws UsageError.
void add_specification(const Arguments& arguments, verdict::Results& results);

}  // namespace launchproof::cli

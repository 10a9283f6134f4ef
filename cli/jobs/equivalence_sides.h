// From the two sides of a comparison, as the command line names them, to its answer.
#pragma once

#include <string>
#include <vector>

#include "cli/jobs/given_side.h"
#include "cli/options/options.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Throws UsageError: a file that cannot be read or does not compile, a kernel that it does not have,
// arguments that do not fit.
GivenSide given_side(const std::string& name, const std::vector<Arguments>& launches);

// Two sides that correspond, and what is known of the answer before it is decided.
struct Comparison {
  GivenSide left;
  GivenSide right;
  verdict::ClassResult result;
  std::vector<std::string> notes;
  std::vector<std::string> conflicts;  // names of memory for which both sides give different contents
};

// Throws UsageError where the sides do not correspond.
Comparison prepare_comparison(GivenSide left, GivenSide right, const Arguments& arguments);

// Decides each comparison in a worker process. `verified` holds, by comparison, the results of the launches
// of both sides, left ones first. Returns the answers in the order of the comparisons.
std::vector<verdict::ClassResult> compare_sides(
    const std::vector<Comparison>& comparisons,
    const std::vector<std::vector<verdict::ClassResult>>& verified, const Arguments& arguments);

// Compares the kernel of `check` with --spec, and adds results: those of the specification and of the
// comparison. Throws UsageError.
void add_specification(const Arguments& arguments, verdict::Results& results);

}  // namespace launchproof::cli

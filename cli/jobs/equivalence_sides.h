// Creates comparisons from the sides named on the command line, and decides them.
#pragma once

#include <string>
#include <vector>

#include "cli/jobs/given_side.h"
#include "cli/options/options.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Returns the side. Throws UsageError if a file cannot be read or does not compile, if it lacks the kernel,
// or if arguments do not fit.
GivenSide given_side(const std::string& name, const std::vector<Arguments>& launches);

// Two corresponding sides, and what is known before the comparison is decided.
struct Comparison {
  GivenSide left;
  GivenSide right;
  verdict::ClassResult result;
  std::vector<std::string> notes;
  std::vector<std::string> conflicts;  // names of memory for which both sides give different contents
};

// Throws UsageError if the sides do not correspond.
Comparison prepare_comparison(GivenSide left, GivenSide right, const Arguments& arguments);

// Decides each comparison in a worker process. `verified` holds, by comparison, the results for the launches
// of both sides, starting with the left ones. Returns the answers in the order of the comparisons.
std::vector<verdict::ClassResult> compare_sides(
    const std::vector<Comparison>& comparisons,
    const std::vector<std::vector<verdict::ClassResult>>& verified, const Arguments& arguments);

// Compares the kernel of `check` with its --spec, and adds the results of the specification and of the
// comparison. Throws UsageError.
void add_specification(const Arguments& arguments, verdict::Results& results);

}  // namespace launchproof::cli

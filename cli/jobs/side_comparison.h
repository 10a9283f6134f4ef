// Decides comparisons of two sides in worker processes.
#pragma once

#include <string>
#include <vector>

#include "cli/jobs/given_side.h"
#include "cli/options/options.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// The task of a worker process. `open`: for all open sizes.
struct Question {
  const equivalence::Side* left = nullptr;
  const equivalence::Side* right = nullptr;
  const verdict::ClassResult* begun = nullptr;  // parts of the answer that are already known
  bool open = false;
};

// Decides each question in a worker process, whose loss affects only that answer.
std::vector<verdict::ClassResult> decided(const std::vector<Question>& questions, const Arguments& arguments);

// Adds the results of the sides on which the answer depends. Proofs depend on all of them; counterexamples
// depend on those without which an execution is only one of many.
void rest_on(const std::vector<verdict::ClassResult>& verified, verdict::ClassResult& result);

// Returns whether the launches have only one result, whatever the order of their work-items.
bool are_ordered(const std::vector<verdict::ClassResult>& verified);

// Returns the launches of the side in words.
std::string launch_words_of(const GivenSide& given);

}  // namespace launchproof::cli

// Two results of one application or of one set of kernels: what is new, fixed, unchanged, newly undecided.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

using FindingNumber = std::pair<std::size_t, std::size_t>;       // of the result, of the finding in it
using AnswerNumber = std::pair<std::size_t, verdict::Property>;  // of the result, and its property

enum class Change : unsigned char {
  New,
  Worse,  // a possible defect that is a defect now, or a benign race that counts now
  Unchanged
};

// Findings are the same when their fingerprints are (verify/verdict/fingerprint.h), whatever the launch.
struct Comparison {
  std::map<FindingNumber, Change> findings;  // of the new results: all that count
  // Answers of the new results that are unknown, unsupported or an error. Still: of a launch that was so
  // before, with the same verdict or for the same causes; or, where the launch is new, of a kernel whose
  // launches all were so, for the same causes. Never what verdict::may_be_waived() does not let pass.
  std::set<AnswerNumber> newly_undecided;
  std::set<AnswerNumber> still_undecided;
  std::set<AnswerNumber> no_longer_asked;  // of a launch of which they were decided before
  // Of the old results, one for each fingerprint: those that are gone, and those of which the new results
  // cannot tell, because the kernel was not launched or its property is not decided.
  std::vector<FindingNumber> fixed;
  std::vector<FindingNumber> not_judged;
};

Comparison compare(const verdict::Results& old_results, const verdict::Results& new_results);

}  // namespace launchproof::reports

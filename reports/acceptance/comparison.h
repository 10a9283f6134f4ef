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
  // Answers of the new results that are unknown, unsupported or an error. Still: the same launch class was so
  // before, with the same verdict or for the same causes. Classes are the same when their keys are, or, where
  // one of them has none, when kernel, file, program text and launch are. A class that is not in the old
  // results, as after an edit of its program, is compared with launches of the same words, all of which must
  // have been undecided, and a launch that is new with all launches of its kernel, for the same causes.
  std::set<AnswerNumber> newly_undecided;
  std::set<AnswerNumber> still_undecided;
  std::set<AnswerNumber> still_lost;       // undecided as before, but verdict::may_be_waived() lets none pass
  std::set<AnswerNumber> no_longer_asked;  // of a class of which they were decided before
  // Old findings, one for each fingerprint: `fixed` holds those that are gone, `not_judged` those that the
  // new results cannot tell about, because the kernel was not launched or its property is not decided.
  std::vector<FindingNumber> fixed;
  std::vector<FindingNumber> not_judged;
};

// Compares results. Results that are compared with themselves have nothing new, worse, fixed, newly undecided
// or no longer asked.
Comparison compare(const verdict::Results& old_results, const verdict::Results& new_results);

}  // namespace launchproof::reports

// Compares two results of one application or one set of kernels: new, fixed, unchanged, newly undecided.
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

// Findings are the same if their fingerprints are equal (verify/verdict/fingerprint.h), in any launch.
struct Comparison {
  std::map<FindingNumber, Change> findings;  // of the new results: all that count
  // Answers of the new results that are unknown, unsupported or an error. An answer is still undecided if the
  // same launch class had it before, with the same verdict or for the same causes. Classes are the same if
  // their keys are equal or, if one has no key, if kernel, file, program text and launch are. A class that
  // the old results lack, as after an edit of its program, is compared with the old launches of the same
  // words, all of which must have been undecided; a new launch is compared with all launches of its kernel.
  std::set<AnswerNumber> newly_undecided;
  std::set<AnswerNumber> still_undecided;
  std::set<AnswerNumber> still_lost;       // undecided as before, but verdict::may_be_waived() lets none pass
  std::set<AnswerNumber> no_longer_asked;  // decided in the old results of the class
  // Old findings, one for each fingerprint. `fixed` are gone; `not_judged` cannot be judged by the new
  // results, because the kernel was not launched or the property is not decided.
  std::vector<FindingNumber> fixed;
  std::vector<FindingNumber> not_judged;
};

// Compares two results. Comparing results with themselves yields nothing new, worse, fixed, newly undecided
// or no longer asked.
Comparison compare(const verdict::Results& old_results, const verdict::Results& new_results);

}  // namespace launchproof::reports

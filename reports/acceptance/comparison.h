// Compares two results of one application or one set of kernels: new, fixed, unchanged, newly undecided.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

using FindingNumber = std::pair<std::size_t, std::size_t>;       // number of the result and of the finding in
                                                                 // it
using AnswerNumber = std::pair<std::size_t, verdict::Property>;  // number of the result, and the property

enum class Change : unsigned char {
  New,
  Worse,  // a possible defect that is now a defect, or a benign race that now counts
  Unchanged
};

// Findings are the same if their fingerprints are equal (verify/verdict/fingerprint.h), in any launch.
struct Comparison {
  std::map<FindingNumber, Change> findings;  // findings of the new results that count
  // Answers of the new results that are unknown, unsupported or an error. An answer is still undecided if the
  // same launch class had it before, with the same verdict or for the same causes. Classes are the same if
  // their keys are equal or, if one has no key, if kernel, file, program text and launch are equal. If the
  // old results lack a class, for example because its program was edited, it is compared with the old
  // launches with the same description, all of which must have been undecided. A new launch is compared with
  // all launches of its kernel.
  std::set<AnswerNumber> newly_undecided;
  std::set<AnswerNumber> still_undecided;
  std::set<AnswerNumber> still_lost;       // undecided as before, but not accepted by
                                           // verdict::may_be_waived()
  std::set<AnswerNumber> no_longer_asked;  // properties that were decided in the class's old results
  // Old findings, one for each fingerprint. `fixed` no longer occur. `not_judged` cannot be judged from the
  // new results, because the kernel was not launched or the property is not decided.
  std::vector<FindingNumber> fixed;
  std::vector<FindingNumber> not_judged;
  std::size_t fixed_causes = 0, not_judged_causes = 0;  // as cause_count() counts them
};

// Returns the number of root causes (reports/words/root_causes.h) of these findings. A cause that several
// launch classes share is one.
std::size_t cause_count(const verdict::Results& results, const std::set<FindingNumber>& findings);

// Compares two results. Comparing results with themselves gives nothing new, worse, fixed, newly undecided or
// no longer asked.
Comparison compare(const verdict::Results& old_results, const verdict::Results& new_results);

}  // namespace launchproof::reports

// Findings and answers that a baseline and suppressions accept, for exit statuses and for every report.
#pragma once

#include <optional>
#include <string>

#include "reports/acceptance/comparison.h"
#include "reports/acceptance/suppressions.h"
#include "verify/verdict/waivers.h"

namespace launchproof::reports {

struct Acceptance {
  std::optional<Comparison> baseline;    // nothing if no baseline was given
  std::optional<Suppressed> suppressed;  // nothing if no suppression file was given and no source has a
                                         // suppression
  bool is_first_run = false;             // these results were written as the baseline
  bool unasked_fails = false;            // a property that could not be checked is not a success
};

// Returns the answers that are open because the size of an array is unknown. Omits answers that options
// exclude.
std::vector<AnswerNumber> unasked(const verdict::Results& results);
bool is_unasked(const verdict::PropertyResult& answer);

// Returns suppressed findings, findings that are unchanged since the baseline, and answers that were already
// undecided there.
verdict::Waivers waivers(const Acceptance& acceptance);

// Returns why a finding, or an undecided answer, is accepted: "suppressed until 2027-01-31: vendor code", "in
// the baseline". Empty if it is not accepted.
std::string why_accepted(const Acceptance& acceptance, FindingNumber number);
std::string why_accepted(const Acceptance& acceptance, AnswerNumber number);

// Returns whether the finding takes one line because it is accepted. In a first run, only suppressed findings
// do.
bool is_shown_in_short(const Acceptance& acceptance, FindingNumber number);

// Returns whether something counts against the class, and all of that is accepted: its findings and its
// undecided answers.
bool is_accepted(const verdict::Results& results, std::size_t number, const Acceptance& acceptance);

// Returns, for the launch classes that have defects or possible defects, ", all accepted" or ", 1 new
// and 2 accepted". Empty if none is accepted.
std::string accepted_defects(const verdict::Results& results, const Acceptance& acceptance);

// Returns "Since the baseline: 1 new, 3 unchanged, 2 fixed; 1 newly undecided. Suppressed: 2 findings."
// Findings with one root cause count once. Empty if neither a baseline nor suppressions were given.
std::string acceptance_line(const verdict::Results& results, const Acceptance& acceptance);

// Returns why properties that could not be checked make the run fail, and the remedy; empty if they do not.
std::string unasked_line(const verdict::Results& results, const Acceptance& acceptance);

// Returns what a reader must know about suppressions: one line for each entry that is expired, matches
// nothing or is malformed.
std::vector<std::string> remarks(const Suppressed& suppressed);

}  // namespace launchproof::reports

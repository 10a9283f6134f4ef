// Judges whether a defect that a replay saw happens in every launch that the launch facts allow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// The values that decided the course of a replay, as far as a finding depends on it.
struct Evidence {
  // Why another device, another order of execution or another choice of what the program leaves open may not
  // show the finding; empty: nothing of that kind has a part in it.
  std::string doubt;
  // The doubt lies in the program, and no other contents or arguments remove it.
  bool is_of_program = false;
  // Made-up parameters that affect the finding, in order.
  std::vector<std::uint32_t> made_up;
};

// Returns the evidence for what the outcome saw at the finding's lines. A finding that depends on nothing
// made up, and has no doubt, happens in every launch with these facts.
Evidence evidence_of(const verdict::Finding& finding, const model::KernelModel& kernel,
                     const model::LaunchFacts& facts, const replay::Outcome& outcome);

// Returns whether the replay shows the finding for every launch: nothing that it made up can have decided it.
bool is_independent(const verdict::Finding& finding, const model::KernelModel& kernel,
                    const model::LaunchFacts& facts, const replay::Outcome& outcome);

// The demands of preconditions and assumptions on values that a replay makes up.
enum class Exclusions : std::uint8_t {
  OfLaunch,     // there are none, or each work-item asks the same of the launch alone
  OfWorkItems,  // some work-item may break one that others keep: all have to run
  NotExecuted,  // no execution shows whether one holds
};
Exclusions exclusions_of(const model::KernelModel& kernel);

// Returns why no launch need have what the replay made up for these parameters, or an empty text. Contents
// and scalar arguments that were not recorded may be any; `recorded` tells by parameter where each launch of
// the class has contents of its own, in which they differ.
std::string refuse_made_up(const std::vector<std::uint32_t>& made_up, const replay::Seen& seen,
                           const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const std::vector<bool>& recorded);

// Returns the values that were made up for these parameters, in words: "idx[3] = 7, n = 4, and zeros
// elsewhere in idx".
std::string made_up_in_words(const std::vector<std::uint32_t>& made_up, const verdict::Witness& witness,
                             const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             const replay::Contents& contents);

// Returns why contents that were made up for these parameters were not recorded, where that is known.
std::string why_not_recorded(const std::vector<std::uint32_t>& made_up, const model::KernelModel& kernel,
                             const model::LaunchFacts& facts);

// Adds to what the witness chose what the replay filled these parameters with, so that another execution may
// begin from the same: values, and words other than zero of buffers of up to 1 KiB.
void choose_what_was_filled(const std::vector<std::uint32_t>& made_up, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts, const replay::Contents& contents,
                            verdict::Witness& witness);

// Returns "idx[3] = 7": a value that the solver chose, as the parameter's type shows it.
std::string chosen_in_words(const verdict::ChosenValue& item, const model::KernelModel& kernel);

}  // namespace launchproof::worker

// Judges whether a defect observed by a replay happens in every launch that the launch facts allow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// The values that decided the control flow of a replay, as far as a finding depends on it.
struct Evidence {
  // Why the finding may not occur on another device, in another order of execution, or with another choice
  // for something that the program leaves open. Empty: it depends on nothing of that kind.
  std::string doubt;
  // The doubt is caused by the program, and no other contents or arguments remove it.
  bool is_of_program = false;
  // Made-up parameters that affect the finding, in order.
  std::vector<std::uint32_t> made_up;
};

// Returns the evidence for the observations at the finding's lines. A finding that depends on nothing made up
// and has no doubt happens in every launch with these facts.
Evidence evidence_of(const verdict::Finding& finding, const model::KernelModel& kernel,
                     const model::LaunchFacts& facts, const replay::Outcome& outcome);

// Returns whether the replay shows the finding for every launch, because no made-up value can have decided
// it.
bool is_independent(const verdict::Finding& finding, const model::KernelModel& kernel,
                    const model::LaunchFacts& facts, const replay::Outcome& outcome);

// What preconditions and assumptions require of values that a replay makes up.
enum class Exclusions : std::uint8_t {
  OfLaunch,     // there are no requirements, or each work-item imposes the same ones, on the launch alone
  OfWorkItems,  // some work-item may violate one that others satisfy, so all must run
  NotExecuted,  // no execution can decide whether one holds
};
Exclusions exclusions_of(const model::KernelModel& kernel);

// Returns why no launch need have the values that the replay made up for these parameters, or an empty text.
// Contents and scalar arguments that were not recorded may have any value. `recorded` says, by parameter,
// whether each launch of the class has its own recorded contents, which differ between launches.
std::string refuse_made_up(const std::vector<std::uint32_t>& made_up, const replay::Seen& seen,
                           const model::KernelModel& kernel, const model::LaunchFacts& facts,
                           const std::vector<bool>& recorded);

// Returns a description of the values that were made up for these parameters: "idx[3] = 7, n = 4, and zeros
// elsewhere in idx".
std::string made_up_in_words(const std::vector<std::uint32_t>& made_up, const verdict::Witness& witness,
                             const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             const replay::Contents& contents);

// Returns why the contents that were made up for these parameters were not recorded, if it is known.
std::string why_not_recorded(const std::vector<std::uint32_t>& made_up, const model::KernelModel& kernel,
                             const model::LaunchFacts& facts);

// Adds the values with which the replay filled these parameters to the witness's chosen values, so that
// another execution can begin with the same ones: scalars, and non-zero words of buffers of up to 1 KiB.
void choose_what_was_filled(const std::vector<std::uint32_t>& made_up, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts, const replay::Contents& contents,
                            verdict::Witness& witness);

// Returns "idx[3] = 7": a value chosen by the solver, printed in the parameter's type.
std::string chosen_in_words(const verdict::ChosenValue& item, const model::KernelModel& kernel);

}  // namespace launchproof::worker

// Requirements of preconditions on a launch (docs/annotations.md).
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::analysis {

// Annotations that are left out of account, by their numbers; those beyond its end are not.
using Ignored = std::vector<bool>;

inline bool is_ignored(const Ignored& ignored, std::uint32_t annotation) {
  return annotation < ignored.size() && ignored[annotation];
}

// Returns whether no work-item reaches the block, as an annotation says.
inline bool is_excluded(const model::KernelModel& kernel, model::BlockId block) {
  return kernel.blocks[block].excluded_by != model::kNone;
}

// Returns whether some annotation leaves out work-items or launches.
bool has_exclusions(const model::KernelModel& kernel);

// Returns the preconditions and assumptions that every work-item comes to before any branch of the program,
// by number and in their order.
std::vector<std::uint32_t> first_exclusions(const model::KernelModel& kernel);

// Returns the preconditions among them.
std::vector<std::uint32_t> first_preconditions(const model::KernelModel& kernel);

// Returns the launch with the values of arguments that were not given and that these preconditions fix, as in
// `__requires(n == 1024)`.
model::LaunchFacts with_preconditions(const model::KernelModel& kernel, model::LaunchFacts facts,
                                      const Ignored& ignored = {});

// Returns the by-value parameters that only these preconditions mention, where none of those that
// mention them also mentions ids or memory. Any value that the preconditions allow then belongs to some
// launch.
std::vector<bool> promised_parameters(const model::KernelModel& kernel, const Ignored& ignored = {});

// Returns whether the launch alone decides if the condition holds, in the same way for all work-items.
bool follows_from_launch(const model::KernelModel& kernel, model::ValueId condition);
// Returns whether the condition is about two work-items.
bool speaks_of_another(const model::KernelModel& kernel, model::ValueId condition);

}  // namespace launchproof::analysis

// Reads the requirements that preconditions make of a launch (docs/annotations.md).
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::analysis {

// By number: whether an annotation is ignored. Annotations beyond the end are not ignored.
using Ignored = std::vector<bool>;

inline bool is_ignored(const Ignored& ignored, std::uint32_t annotation) {
  return annotation < ignored.size() && ignored[annotation];
}

// Returns whether an annotation states that no work-item reaches the block.
inline bool is_excluded(const model::KernelModel& kernel, model::BlockId block) {
  return kernel.blocks[block].excluded_by != model::kNone;
}

// Returns whether some annotation excludes work-items or launches.
bool has_exclusions(const model::KernelModel& kernel);

// Returns the preconditions and assumptions that every work-item reaches before any branch of the program, by
// number and in program order.
std::vector<std::uint32_t> first_exclusions(const model::KernelModel& kernel);

// Returns the preconditions among them.
std::vector<std::uint32_t> first_preconditions(const model::KernelModel& kernel);

// Returns the launch with arguments filled in that were not given and that these preconditions fix, as in
// `__requires(n == 1024)`.
model::LaunchFacts with_preconditions(const model::KernelModel& kernel, model::LaunchFacts facts,
                                      const Ignored& ignored = {});

// Returns the by-value parameters that only these preconditions mention, provided that no precondition that
// mentions them also mentions ids or memory. Any value that the preconditions allow then belongs to some
// launch.
std::vector<bool> promised_parameters(const model::KernelModel& kernel, const Ignored& ignored = {});

// Returns whether the launch alone decides the condition, with the same result for all work-items.
bool follows_from_launch(const model::KernelModel& kernel, model::ValueId condition);
// Returns whether the condition mentions a second work-item.
bool speaks_of_another(const model::KernelModel& kernel, model::ValueId condition);

}  // namespace launchproof::analysis

// Claims made by a kernel's annotations, and the pass that judges each claim.
#pragma once

#include <cstdint>

#include "verify/model/kernel_model.h"
#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

// Returns whether the engine judges the annotation at its place: an assertion or invariant about one
// work-item.
bool is_judged(const model::Annotation& annotation);
// Returns the same for a pair: an assertion or invariant that compares two work-items and is not part of a
// contract.
bool is_judged_of_pairs(const model::Annotation& annotation);
// Returns whether the annotation is judged where the contents of shared memory are tracked from barrier to
// barrier (shared_contents.h), or by a run over intervals.
bool is_judged_with_memory(const model::Annotation& annotation);
// Returns whether the annotation is a part of a contract that must be shown for pairs because it is about
// both work-items or about accesses.
bool is_shown_of_pairs(const model::Annotation& annotation);
// Returns whether the annotation is assumed at its place.
bool is_granted(const model::Annotation& annotation);
// Returns whether the annotation is a claim of the kernel that must be shown.
bool is_claim(const model::Annotation& annotation);
// Returns whether some assumption is about two work-items.
bool compares_two(const model::KernelModel& kernel);
// Returns whether all accesses that the annotation mentions are to watched memory.
bool is_of_watched(const model::KernelModel& kernel, const Memory& memory, std::uint32_t annotation);

}  // namespace launchproof::two_thread

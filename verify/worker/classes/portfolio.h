// Combines two engines on one launch class: selects the questions for the two-thread engine after the access
// engine has run, and merges its answers. docs/two-thread.md explains why proofs of the two engines can be
// combined.
#pragma once

#include <optional>
#include <string>

#include "verify/model/kernel_model.h"
#include "verify/two_thread/proof/questions.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns whether there are annotations that the first engine could not judge or use.
bool has_unused_annotations(const verdict::ClassResult& first);

// Returns questions about the properties that the first engine was asked about and left open, and that do not
// depend on a property with a defect. Returns nothing if there are none.
std::optional<two_thread::Questions> questions_left(const verdict::ClassResult& first);

// Prevents the answers from depending on the first engine's proof that there is no data race, if atomics of
// the kernel may order accesses of different groups. The first engine does not count such accesses as a race.
// One of them may still change what others read, which the second engine considers impossible without a race.
void rest_on_no_order(two_thread::Questions& questions, const model::KernelModel& kernel);

// Adopts what the second engine proved among its questions, and ignores its findings. A property that the
// first engine proved except for something settled by this is proved. If the second engine proved what the
// first one showed to be a defect, the property becomes an error. Concludes the result again. Returns whether
// anything was settled.
bool settle(verdict::ClassResult& first, const verdict::ClassResult& second,
            const two_thread::Questions& asked, bool strict);

// Records that the second engine was lost. Open properties stay open, and their reasons say so.
void no_second_answer(verdict::ClassResult& first, verdict::Cause cause, const std::string& reason);

}  // namespace launchproof::worker

// Two engines on one launch class: what the two-thread engine is asked after the access engine, and what
// becomes of its answers. docs/two-thread.md says why the proofs of the two may stand side by side.
#pragma once

#include <optional>
#include <string>

#include "verify/model/kernel_model.h"
#include "verify/two_thread/proof/questions.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns whether annotations were left that the first engine could not judge or use.
bool has_unused_annotations(const verdict::ClassResult& first);

// Returns the questions about properties that the first engine was asked and left open and that depend on
// nothing that is a defect. Returns nothing if there are none.
std::optional<two_thread::Questions> questions_left(const verdict::ClassResult& first);

// Takes it from the answers to depend on the first engine's proof that there is no data race, where atomics
// of the kernel may order accesses of different groups. Such accesses are no race for that engine, and the
// one may still change what others read, which the second engine takes for impossible without a race.
void rest_on_no_order(two_thread::Questions& questions, const model::KernelModel& kernel);

// Takes over what the second engine proved of what it was asked, and leaves its findings aside. A property
// that the first engine proved except for something that is settled by this is proved. A proof of what the
// first engine showed to be a defect makes the property an error. Concludes again. Returns whether anything
// was settled.
bool settle(verdict::ClassResult& first, const verdict::ClassResult& second,
            const two_thread::Questions& asked, bool strict);

// Notes that the second engine was lost. Open properties stay open, and say so.
void no_second_answer(verdict::ClassResult& first, verdict::Cause cause, const std::string& reason);

}  // namespace launchproof::worker

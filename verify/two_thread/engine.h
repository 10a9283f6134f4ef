// The two-thread engine follows two arbitrary work-items in lock step. It guesses loop invariants and proves
// them with Houdini (the method of GPUVerify; own encoding, machine arithmetic).
#pragma once

#include "verify/symbolic/terms/options.h"
#include "verify/two_thread/proof/questions.h"
#include "verify/two_thread/terms/options.h"

namespace launchproof::two_thread {

// Verifies one launch class. Fills in properties, findings, assumptions and counts; the caller adds names,
// sources, launch text and call site. Findings are never exact. Never throws because of what a kernel
// contains; the verdict states it instead.
verdict::ClassResult verify(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            smt::TermStore& store, smt::Solver& solver, const symbolic::Options& limits,
                            const Options& options);

// Verifies only these questions. Each property gets a verdict of its own, and the caller checks what it
// depends on (verdict::conclude). A question about data races must be asked together with barrier divergence,
// on which it depends.
verdict::ClassResult answer(const Questions& questions, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts, smt::TermStore& store, smt::Solver& solver,
                            const symbolic::Options& limits, const Options& options);

// Lists the names in `options.adversarial_arrays` that no array of the kernel has, since a misspelt name
// would have no effect without notice. `verify` does this itself, `answer` does not.
void note_unknown_arrays(const model::KernelModel& kernel, const Options& options,
                         verdict::ClassResult& into);

}  // namespace launchproof::two_thread

// The two-thread engine: two arbitrary work-items in lock step, with invariants of loops found by guessing
// and Houdini (the method of GPUVerify; own encoding, machine arithmetic).
#pragma once

#include "verify/symbolic/terms/options.h"
#include "verify/two_thread/proof/questions.h"
#include "verify/two_thread/terms/options.h"

namespace launchproof::two_thread {

// Verifies one launch class. Fills properties, findings, assumptions, counts; the caller adds names, sources,
// launch text and call site. Findings are never exact. Never throws for what a kernel holds: that is in the
// verdict.
verdict::ClassResult verify(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            smt::TermStore& store, smt::Solver& solver, const symbolic::Options& limits,
                            const Options& options);

// Returns the same of these questions alone, with a verdict for each of their properties as it is by itself:
// the caller checks what these depend on (verdict::conclude). A data race is to be asked with barrier
// divergence, on which it leans.
verdict::ClassResult answer(const Questions& questions, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts, smt::TermStore& store, smt::Solver& solver,
                            const symbolic::Options& limits, const Options& options);

// Notes the names of `options.adversarial_arrays` that no array of the kernel has: one that is misspelt would
// change nothing unseen. `verify` does it itself, `answer` does not.
void note_unknown_arrays(const model::KernelModel& kernel, const Options& options,
                         verdict::ClassResult& into);

}  // namespace launchproof::two_thread

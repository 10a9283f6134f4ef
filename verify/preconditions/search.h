// Finds a precondition under which a proof of one launch holds for others too.
//
// Facts of the launch are left open and an engine is asked. A counterexample gives values with which the
// proof fails; every relation that the launch satisfies and the counterexample violates is a candidate for
// the precondition. The cheapest set of candidates that excludes every counterexample so far is assumed next
// (implicit hitting sets), until the engine proves the kernel under it. This is done first for by-value
// arguments, with each fact that matters pinned, and then with relations and with the sizes left open as
// well.
//
// The loop automates what studies of intercepted launches did by hand: free the scalars, pin the culprit,
// generalise (Bardsley, Donaldson and Wickerson, "KernelInterceptor", IWOCL 2014, and later work).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/preconditions/candidates.h"
#include "verify/verdict/results.h"

namespace launchproof::preconditions {

// One verification of the kernel with some facts left open.
struct Attempt {
  verdict::ClassResult result;
  // The values of the free facts in the counterexamples, in the order of the facts.
  std::vector<std::vector<std::uint64_t>> counterexamples;
  std::uint64_t work = 0;  // that it took
};

// Verifies the kernel for all launches that these facts allow, with a limited amount of work.
using Check = std::function<Attempt(const model::LaunchFacts&, std::uint64_t)>;

// Work is counted in the units of the verifying engine, so that a search gets equally far on every machine.
struct Limits {
  std::uint64_t work = 24'000'000;         // for everything
  std::uint64_t attempt = 6'000'000;       // for one verification
  std::uint64_t least = 40'000;            // the least work charged for a verification, for its work besides
                                           // questions
  std::chrono::milliseconds time{60'000};  // time limit for the whole search, as a last resort
};

// The proved statement: the kernel is verified for all launches that satisfy the relations, with these facts
// open.
struct Proved {
  std::vector<model::FreeFact> free;
  std::vector<Candidate> conditions;
  std::vector<std::string> assumptions;  // assumptions that the class's own proof does not make
  std::string engine;
};

struct Derived {
  std::optional<Proved> proved;
  std::string reason;  // why nothing was proved, or why sizes are not left open
  bool cut = false;    // the limits were reached; a run with higher limits may find more
  bool late = false;   // the time limit ended the search, not a count; another run may find more
  std::uint64_t attempts = 0;
  std::uint64_t work = 0;
};

// Derives a precondition. `of_class` is the verified result of this launch. A proof counts only if it
// verifies everything that is verified there and reaches everything that was reached there.
Derived derive(const model::KernelModel& kernel, const model::LaunchFacts& launch,
               const verdict::ClassResult& of_class, const Check& check, const Limits& limits);

}  // namespace launchproof::preconditions

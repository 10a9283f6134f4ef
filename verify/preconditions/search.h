// Finds a precondition under which a proof of one launch holds for others too.
//
// Facts of the launch are left open and an engine is asked. A counterexample says with which values the proof
// fails; what the launch satisfies and the counterexample does not is a candidate for the precondition. The
// cheapest set of candidates that excludes every counterexample so far is assumed next (implicit hitting
// sets), until the engine proves the kernel under it. That is done for by-value arguments with each fact that
// matters pinned at first, then with relations and with the sizes left open too.
//
// The loop is that of studies of intercepted launches (Bardsley, Donaldson and Wickerson,
// "KernelInterceptor", IWOCL 2014, and what followed), which did it by hand: free the scalars, pin the
// culprit, generalise.
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

// One verification of the kernel with facts left open.
struct Attempt {
  verdict::ClassResult result;
  // The values of the free facts in the counterexamples, in the facts' order.
  std::vector<std::vector<std::uint64_t>> counterexamples;
  std::uint64_t work = 0;  // that it took
};

// Verifies the kernel for all launches that these facts allow, with so much work at most.
using Check = std::function<Attempt(const model::LaunchFacts&, std::uint64_t)>;

// Work is counted, in units of whoever verifies, so that a search reaches the same on every machine.
struct Limits {
  std::uint64_t work = 24'000'000;         // for everything
  std::uint64_t attempt = 6'000'000;       // for one verification
  std::uint64_t least = 40'000;            // that a verification is charged, for its work besides questions
  std::chrono::milliseconds time{60'000};  // the last resort, for everything
};

// The statement that was proved: the kernel, for all launches with these facts open that keep to the
// relations.
struct Proved {
  std::vector<model::FreeFact> free;
  std::vector<Candidate> conditions;
  std::vector<std::string> assumptions;  // that the class's own proof does not make
  std::string engine;
};

struct Derived {
  std::optional<Proved> proved;
  std::string reason;  // why nothing was proved, or why sizes are not left open
  bool cut = false;    // the limits were reached: a run with more may find more
  bool late = false;   // the clock ended it, and not a count: another run may find more
  std::uint64_t attempts = 0;
  std::uint64_t work = 0;
};

// Derives a precondition. `of_class` is the verified result of this launch. A proof counts where everything
// that is verified there is verified, and nothing is unreachable that was reached there.
Derived derive(const model::KernelModel& kernel, const model::LaunchFacts& launch,
               const verdict::ClassResult& of_class, const Check& check, const Limits& limits);

}  // namespace launchproof::preconditions

// Decides whether two sides leave the same values in memory, at the sizes of their launches.
//
// Both sides are executed over one graph (Chong, Donaldson and Ketema, "A Sound and Complete Abstraction for
// Reasoning About Parallel Prefix Sums", POPL 2014, execute a kernel over an algebra for a proof about all
// inputs). Values that are one node are equal. The normal forms of all others are compared, and then a solver
// is asked. Both sides are also executed with random contents, and a difference there is a counterexample.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "verify/equivalence/graph/arithmetic.h"
#include "verify/equivalence/side.h"
#include "verify/verdict/results.h"

namespace launchproof::equivalence {

struct Options {
  Arithmetic arithmetic = Arithmetic::Bits;
  std::chrono::milliseconds time{10'000};
  std::size_t memory_mib = 1024;
  std::string solver = "z3";
  bool always_executes = false;  // executes and compares both sides even if everything was proved
};

// How the compared elements were decided.
struct Counts {
  std::uint64_t compared = 0;
  std::uint64_t same = 0;     // equal because they are one node of the graph
  std::uint64_t by_form = 0;  // one normal form
  std::uint64_t by_solver = 0;
  std::uint64_t questions = 0;  // questions put to a solver
  std::uint64_t trials = 0;     // executions of both sides that ran to completion
};

struct Answer {
  verdict::PropertyResult property;  // `equivalent`
  std::vector<verdict::Finding> findings;
  std::vector<std::string> assumptions;
  std::vector<std::string> notes;
  Counts counts;
};

// Requires sides whose outputs have the same labels. A proof holds where both sides are free of data races,
// barrier divergence and accesses out of bounds.
Answer decide(const Side& left, const Side& right, const Options& options);

}  // namespace launchproof::equivalence

// Kernels and launches for tests of preconditions.
#pragma once

#include <string>
#include <vector>

#include "tests/verify/access/checked_kernel.h"
#include "verify/access/engine.h"
#include "verify/preconditions/facts.h"
#include "verify/preconditions/search.h"
#include "verify/preconditions/words.h"
#include "verify/smt/limits/allowance.h"
#include "verify/two_thread/engine.h"

namespace launchproof::preconditions::testing {

using access::testing::buffer;
using access::testing::integer;

inline model::LaunchFacts launch(std::vector<model::Argument> arguments, std::uint64_t local,
                                 std::uint64_t groups) {
  model::LaunchFacts facts;
  facts.local_size[0] = local;
  facts.global_size[0] = local * groups;
  facts.arguments = std::move(arguments);
  return facts;
}

inline constexpr const char* kGuard =
    "__kernel void fill(__global float* out, int n) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i < n) out[i] = 1;\n"
    "}\n";
inline constexpr const char* kTranspose =
    "__kernel void transpose(__global float* out, __global const float* in, uint width, uint height) {\n"
    "  size_t x = get_global_id(0);\n"
    "  size_t y = get_global_id(1);\n"
    "  out[x * height + y] = in[y * width + x];\n"
    "}\n";
inline constexpr const char* kReduce =
    "__kernel void reduce(__global int* data, uint n) {\n"
    "  uint l = get_local_id(0);\n"
    "  for (uint s = 1; s < n; s *= 2) {\n"
    "    uint i = 2 * s * l;\n"
    "    if (i < n) data[i] += data[i + s];\n"
    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  }\n"
    "}\n";
// Has a race for every even n, which no candidate expresses.
inline constexpr const char* kScatter =
    "__kernel void scatter(__global int* out, uint n) {\n"
    "  __local int t[64];\n"
    "  uint l = get_local_id(0);\n"
    "  t[(l * n) % 64] = l;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = t[l];\n"
    "}\n";
inline constexpr const char* kNeedsNothing =
    "__kernel void local_only(int n) {\n"
    "  __local int t[64];\n"
    "  t[get_local_id(0)] = n;\n"
    "}\n";

// An engine that a test can call as often as necessary.
class Engine {
 public:
  explicit Engine(const std::string& source, bool two_thread = false)
      : d_kernel(access::testing::compile(source)),
        d_solver(smt::make_z3(d_store)),
        d_two_thread(two_thread) {}

  const model::KernelModel& kernel() const { return d_kernel; }

  Attempt attempt(const model::LaunchFacts& facts, smt::Work work = 120'000 * smt::kWorkPerMillisecond) {
    Attempt made;
    symbolic::Options options = access::testing::patient();
    smt::Cancellation used_up;
    smt::Allowance solver(*d_solver, work, 0, used_up);
    options.time = options.question_time = std::chrono::minutes(10);
    options.cancellation = &used_up;
    options.counterexamples = &made.counterexamples;
    made.result = d_two_thread ? two_thread::verify(d_kernel, facts, d_store, solver, options, {})
                               : access::verify(d_kernel, facts, d_store, solver, options);
    made.work = solver.spent();
    return made;
  }

  // Derives a precondition without a time limit.
  Derived derive(const model::LaunchFacts& facts) {
    Limits limits;
    limits.work = 600'000 * smt::kWorkPerMillisecond;
    limits.attempt = 3'000 * smt::kWorkPerMillisecond;
    limits.time = std::chrono::minutes(30);
    return preconditions::derive(
        d_kernel, facts, attempt(facts).result,
        [&](const model::LaunchFacts& opened, smt::Work most) { return attempt(opened, most); }, limits);
  }

  std::vector<std::string> words(const Derived& derived) const {
    std::vector<std::string> result;
    if (derived.proved)
      for (const Candidate& one : derived.proved->conditions)
        result.push_back(in_words(d_kernel, one.relation));
    return result;
  }

 private:
  model::KernelModel d_kernel;
  smt::TermStore d_store;
  std::unique_ptr<smt::Solver> d_solver;
  bool d_two_thread;
};

// Returns whether values of the free facts satisfy all conditions.
inline bool keeps_to(const Proved& proved, const std::vector<std::uint64_t>& values) {
  for (const Candidate& one : proved.conditions)
    if (!holds(one.relation, [&](const model::Quantity& quantity) {
          for (std::size_t i = 0; i < proved.free.size(); ++i)
            if (proved.free[i].quantity == quantity) return values.at(i);
          ADD_FAILURE() << "a condition speaks of a fact that is not free";
          return std::uint64_t{0};
        }))
      return false;
  return true;
}

}  // namespace launchproof::preconditions::testing

// Solvers that die and time that runs out, in each phase of the engine: nothing is proved by them.
#include <set>
#include <string>
#include <thread>

#include "tests/verify/invariants/two_threads.h"

namespace launchproof::invariants::testing {
namespace {

using smt::Answer;
using smt::Term;

// Does something else at the question of this number, and from then on where it says so.
class Unreliable : public smt::Solver {
 public:
  Unreliable(smt::TermStore& store, unsigned good, std::chrono::milliseconds nap)
      : d_behind(smt::make_z3(store)), d_good(good), d_nap(nap) {}
  Answer check(std::span<const Term> conjuncts, const smt::Limits& limits) override {
    if (d_good-- > 0) return d_behind->check(conjuncts, limits);
    d_good = 0;
    if (d_nap.count() == 0) {
      Answer dead;
      dead.reason = "solver died: signal 9";
      return dead;
    }
    std::this_thread::sleep_for(d_nap);
    return d_behind->check(conjuncts, limits);
  }
  std::string name() const override { return "unreliable"; }

 private:
  std::unique_ptr<smt::Solver> d_behind;
  unsigned d_good;
  std::chrono::milliseconds d_nap;
};

constexpr const char* kLoop =
    "__kernel void k(__global int* a, int n) { __local int t[64]; int l = get_local_id(0);"
    " for (int i = 0; i < 8; i++) { t[l * 8 + i] = l; barrier(CLK_LOCAL_MEM_FENCE);"
    " a[get_global_id(0) OP + 16 * i] = t[l * 8 + i] + l; barrier(CLK_LOCAL_MEM_FENCE); } }";

std::string loop_with(const std::string& text) {
  std::string source = kLoop;
  return source.replace(source.find("OP"), 2, text);
}

verdict::ClassResult result_with(const std::string& source, unsigned good, std::chrono::milliseconds nap,
                                 std::chrono::milliseconds time, const Options& options = {}) {
  const model::KernelModel kernel = access::testing::compile(source);
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments.resize(kernel.parameters.size());
  facts.arguments[0] = buffer(1, 1024);
  smt::TermStore store;
  Unreliable solver(store, good, nap);
  access::Options limits = patient();
  limits.time = time;
  return verify(kernel, facts, store, solver, limits, options);
}

TEST(Limits, ASolverThatDiesProvesNothing) {
  bool any_verified = false;
  for (unsigned good = 0; good < 40; good += 3) {
    const auto of_clean = result_with(loop_with(""), good, {}, std::chrono::seconds(60));
    EXPECT_TRUE(of_clean.verdict == Verdict::Verified || of_clean.verdict == Verdict::Unknown)
        << good << explain(of_clean);
    any_verified = any_verified || of_clean.verdict == Verdict::Verified;
    const auto of_defective = result_with(loop_with("/ 2"), good, {}, std::chrono::seconds(60));
    EXPECT_NE(of_defective.verdict, Verdict::Verified) << good;
  }
  EXPECT_EQ(result_with(loop_with(""), 0, {}, std::chrono::seconds(60)).verdict, Verdict::Unknown);
}

// The reason names the phase in which the time was used up.
TEST(Limits, TimeThatRunsOutNamesThePhase) {
  constexpr std::chrono::milliseconds kTime{400};
  std::set<std::string> phases;
  const auto look = [&](const verdict::ClassResult& result) {
    for (const auto& [property, into] : result.properties)
      for (const char* phase : {"the program of", "Houdini, of", "the obligations of"})
        if (into.reason.find(std::string("used up its time in ") + phase) != std::string::npos) {
          EXPECT_EQ(into.verdict, Verdict::Unknown);
          phases.insert(phase);
        }
  };
  look(result_with(loop_with(""), 0, {}, std::chrono::milliseconds(0)));
  for (unsigned good = 0; good < 60 && phases.size() < 3; good += 2) {
    const auto result = result_with(loop_with(""), good, kTime, kTime);
    EXPECT_TRUE(result.verdict == Verdict::Verified || result.verdict == Verdict::Unknown) << good;
    look(result);
  }
  EXPECT_EQ(phases.size(), 3U) << ::testing::PrintToString(phases);
}

// Of loops that are walked through so many times, it is asked whether anything goes on.
TEST(Limits, TimeThatRunsOutInUnwindingNamesThePhase) {
  constexpr std::chrono::milliseconds kTime{400};
  Options unwound;
  unwound.unwinding = 2;
  bool any = false;
  for (unsigned good = 0; good < 60 && !any; ++good) {
    const auto result = result_with(loop_with(""), good, kTime, kTime, unwound);
    EXPECT_NE(result.verdict, Verdict::Verified) << good;
    for (const auto& [property, into] : result.properties)
      any = any || into.reason.find("used up its time in the iterations of") != std::string::npos;
  }
  EXPECT_TRUE(any);
}

}  // namespace
}  // namespace launchproof::invariants::testing

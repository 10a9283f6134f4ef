// Tests solvers that die and time that runs out, in each phase of the engine: neither proves anything.
#include <cctype>
#include <set>
#include <string>

#include "tests/verify/two_thread/two_threads.h"
#include "verify/effort/clock.h"
#include "verify/frontend/frontend.h"

namespace launchproof::two_thread::testing {
namespace {

using smt::Answer;
using smt::Term;

// A solver that behaves differently at the question with this number, and optionally from then on.
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
    // Sleeping uses no processor time.
    for (const auto until = effort::Clock::now() + d_nap; effort::Clock::now() < until;) {
    }
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

verdict::ClassResult result_with(const model::KernelModel& kernel, unsigned good,
                                 std::chrono::milliseconds nap, std::chrono::milliseconds time,
                                 const Options& options = {}) {
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments.resize(kernel.parameters.size());
  facts.arguments[0] = buffer(1, 1024);
  smt::TermStore store;
  Unreliable solver(store, good, nap);
  symbolic::Options limits = patient();
  limits.time = time;
  return verify(kernel, facts, store, solver, limits, options);
}

verdict::ClassResult result_with(const std::string& source, unsigned good, std::chrono::milliseconds nap,
                                 std::chrono::milliseconds time, const Options& options = {}) {
  return result_with(access::testing::compile(source), good, nap, time, options);
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

constexpr const char* kPhases[] = {"the program of", "Houdini, of", "the obligations of",
                                   "the iterations of"};
constexpr std::chrono::milliseconds kTime{400};

// Returns the phases in which the time ran out, as the properties name them. Each such property is unknown.
std::set<std::string> phases_of(const verdict::ClassResult& result) {
  std::set<std::string> phases;
  for (const auto& [property, into] : result.properties)
    for (const char* phase : kPhases)
      if (into.reason.find(std::string("used up its time in ") + phase) != std::string::npos) {
        EXPECT_EQ(into.verdict, Verdict::Unknown);
        phases.insert(phase);
      }
  return phases;
}

// Verifies a clean kernel with time that runs out at an ever later question, until exactly the expected
// phases were named.
void expect_phases(const model::KernelModel& kernel, const std::set<std::string>& expected,
                   const Options& options = {}) {
  std::set<std::string> phases = phases_of(result_with(kernel, 0, {}, std::chrono::milliseconds(0), options));
  for (unsigned good = 0; good < 100 && phases != expected; ++good) {
    const auto result = result_with(kernel, good, kTime, kTime, options);
    EXPECT_TRUE(result.verdict == Verdict::Verified || result.verdict == Verdict::Unknown)
        << good << explain(result);
    phases.merge(phases_of(result));
  }
  EXPECT_EQ(phases, expected);
}

// The reason names the phase in which the time ran out.
TEST(Limits, TimeThatRunsOutNamesThePhase) {
  expect_phases(access::testing::compile(loop_with("")),
                {"the program of", "Houdini, of", "the obligations of"});
}

// An unwound loop asks whether any work-item continues after the last iteration that is walked through.
TEST(Limits, TimeThatRunsOutInUnwindingNamesThePhase) {
  Options unwound;
  unwound.unwinding = 2;
  bool any = false;
  for (unsigned good = 0; good < 60 && !any; ++good) {
    const auto result = result_with(loop_with(""), good, kTime, kTime, unwound);
    EXPECT_NE(result.verdict, Verdict::Verified) << good;
    any = phases_of(result).contains("the iterations of");
  }
  EXPECT_TRUE(any);
}

// A procedure, and the kernel that calls it by its contract.
constexpr const char* kContracts =
    "void put(__local int* t, int l, int i) { __requires(l == get_local_id(0)); __requires(0 <= i & i < 8);"
    " for (int j = 0; j < i; j++) t[l * 8 + j] = l; }"
    "__kernel void k(__global int* a, int n) { __local int t[64]; int l = get_local_id(0);"
    " for (int i = 0; i < 8; i++) { put(t, l, i); barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0) * 8 + i] "
    "= l; } }";

TEST(Limits, TimeThatRunsOutInModularModeNamesThePhaseAndTheProcedure) {
  frontend::ProgramSource program{"k.cl", kContracts, "", "", {}};
  program.is_modular = true;
  const model::KernelModel kernel = frontend::translate({program}, {}).kernels.at(0);
  ASSERT_NE(kernel.modular, nullptr);
  Options modular;
  modular.is_modular = true;
  EXPECT_EQ(result_with(kernel, 10'000, {}, std::chrono::minutes(1), modular).verdict, Verdict::Verified);
  std::set<std::string> phases;
  bool of_kernel = false, of_procedure = false;
  for (unsigned good = 0; good < 100 && !(of_kernel && of_procedure && phases.size() >= 2); ++good) {
    const auto result = result_with(kernel, good, kTime, kTime, modular);
    EXPECT_TRUE(result.verdict == Verdict::Verified || result.verdict == Verdict::Unknown)
        << good << explain(result);
    phases.merge(phases_of(result));
    for (const auto& [property, into] : result.properties)
      for (const verdict::Approximation& cause : into.causes)
        if (cause.cause == verdict::Cause::ClassTimeout) {
          const bool names = cause.detail.find(", of `put`") != std::string::npos;
          (names ? of_procedure : of_kernel) = true;
        }
  }
  EXPECT_TRUE(of_kernel && of_procedure) << of_kernel << of_procedure;
  EXPECT_TRUE(phases.contains("Houdini, of") && phases.contains("the obligations of"))
      << ::testing::PrintToString(phases);
}

// Engines that refute candidates end with the time of the class, and their phase is Houdini's.
class LimitsOfRefuters : public ::testing::TestWithParam<const char*> {};

TEST_P(LimitsOfRefuters, TimeThatRunsOutNamesThePhase) {
  Options options;
  options.refutation = parse_refutation(GetParam());
  expect_phases(access::testing::compile(loop_with("")),
                {"the program of", "Houdini, of", "the obligations of"}, options);
  const model::KernelModel defective = access::testing::compile(loop_with("/ 2"));
  for (unsigned good = 0; good < 40; good += 8)
    EXPECT_NE(result_with(defective, good, kTime, kTime, options).verdict, Verdict::Verified) << good;
}

INSTANTIATE_TEST_SUITE_P(Engines, LimitsOfRefuters,
                         ::testing::Values("seq:SBASE", "seq:SSTEP", "seq:LU(2)", "seq:DYN", "par:SBASE,DYN",
                                           "par:SSTEP,LU(2)"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

// Assertions that compare two work-items have passes of their own.
TEST(Limits, TimeThatRunsOutWithPairsNamesThePhase) {
  const model::KernelModel kernel = access::testing::compile(
      "__kernel void k(__global int* a, int n) { int i = get_global_id(0);"
      " for (int j = 0; j < 4; j++) { barrier(CLK_LOCAL_MEM_FENCE); __assert(__distinct_int(i + j)); }"
      " a[i] = 1; }");
  EXPECT_EQ(result_with(kernel, 10'000, {}, std::chrono::minutes(1)).verdict, Verdict::Verified);
  bool any = false;
  for (unsigned good = 0; good < 100; ++good) {
    const auto result = result_with(kernel, good, kTime, kTime);
    const auto& assertion = result.properties.at(Property::Assertion);
    EXPECT_TRUE(assertion.verdict == Verdict::Verified || assertion.verdict == Verdict::Unknown) << good;
    any = any || (assertion.reason.find("__distinct_int") != std::string::npos && !phases_of(result).empty());
    if (result.verdict == Verdict::Verified) break;
  }
  EXPECT_TRUE(any);
}

// Whether any work-item can satisfy the preconditions is asked before anything else.
TEST(Limits, PreconditionsThatAreNotDecidedProveNothing) {
  const model::KernelModel kernel = access::testing::compile(
      "__kernel void k(__global int* a, int n) { __requires(n * n == 49 & n > 0 & n < 100);"
      " a[get_global_id(0)] = n; }");
  EXPECT_EQ(result_with(kernel, 10'000, {}, std::chrono::minutes(1)).verdict, Verdict::Verified);
  std::set<std::string> reasons;
  for (unsigned good = 0; good < 4; ++good) {
    const auto result = result_with(kernel, good, {}, std::chrono::minutes(1));
    EXPECT_TRUE(result.verdict == Verdict::Unknown || good > 2) << good << explain(result);
    for (const auto& [property, into] : result.properties) reasons.insert(into.reason);
  }
  EXPECT_TRUE(std::ranges::any_of(reasons, [](const std::string& reason) {
    return reason.find("can keep to the kernel's preconditions: solver died") != std::string::npos;
  })) << ::testing::PrintToString(reasons);
}

}  // namespace
}  // namespace launchproof::two_thread::testing

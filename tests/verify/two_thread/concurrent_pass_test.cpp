// Tests the pass over work-items of different groups on a separate thread: its result is the same as without
// the thread, and a failing thread proves nothing.
#include <fmt/format.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

#include "tests/verify/two_thread/two_threads.h"
#include "verify/two_thread/judgement/concurrent_pass.h"

namespace launchproof::two_thread::testing {
namespace {

using namespace std::chrono_literals;

// A solver that is so slow that another thread is worth starting.
class SlowAtFirst : public smt::Solver {
 public:
  explicit SlowAtFirst(std::unique_ptr<smt::Solver> behind) : d_behind(std::move(behind)) {}
  smt::Answer check(std::span<const smt::Term> conjuncts, const smt::Limits& limits) override {
    // Sleeping uses no processor time.
    const auto until = effort::Clock::now() + (d_naps-- > 0 ? 10ms : 0ms);
    while (effort::Clock::now() < until) {
    }
    return d_behind->check(conjuncts, limits);
  }
  std::string name() const override { return "slow"; }

 private:
  std::unique_ptr<smt::Solver> d_behind;
  int d_naps = 8;
};

using SolverMaker = std::function<std::unique_ptr<smt::Solver>(smt::TermStore&)>;

struct OtherSolvers {
  std::atomic<unsigned> made = 0;  // solvers for other threads
  SolverMaker maker() {
    return [this](smt::TermStore& store) {
      ++made;
      return smt::make_z3(store);
    };
  }
};

const std::string kStridedLoops =
    "for (int i = l; i < 64; i += 8) t[i] = l; for (int i = g; i < 1024; i += 16) ";

verdict::ClassResult result_with_concurrent(const std::string& body, SolverMaker another,
                                            const Options& options = {},
                                            symbolic::Options limits = patient()) {
  const model::KernelModel kernel = access::testing::compile(
      "__kernel void k(__global int* a, int n) { __local int t[64]; int l = get_local_id(0);"
      " int g = get_global_id(0);\n" +
      body + " }");
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments.resize(kernel.parameters.size());
  facts.arguments[0] = buffer(1, 4096);
  limits.another_solver = std::move(another);
  smt::TermStore store;
  SlowAtFirst solver(smt::make_z3(store));
  return verify(kernel, facts, store, solver, limits, options);
}

// Returns each property with its verdict and reason, and each finding. Which work-items a model has may vary.
std::string told_of(const verdict::ClassResult& result) {
  std::string text;
  for (const auto& [property, into] : result.properties)
    text += fmt::format("{}: {} {}\n", name(property), name(into.verdict), into.reason);
  std::erase_if(text, [](char one) { return one >= '0' && one <= '9'; });
  for (const verdict::Finding& finding : result.findings) text += finding.id + "\n";
  return text;
}

Verdict verdict_of_races(const verdict::ClassResult& result) {
  return result.properties.at(Property::DataRace).verdict;
}

struct LoopBody {
  const char* body;
  Verdict verdict;
};

class PassesAtOnce : public ::testing::TestWithParam<LoopBody> {};

TEST_P(PassesAtOnce, ComeToWhatPassesInTurnComeTo) {
  OtherSolvers solvers;
  const auto at_once = result_with_concurrent(kStridedLoops + GetParam().body, solvers.maker());
  EXPECT_EQ(solvers.made, 1U);
  const auto in_turn = result_with_concurrent(kStridedLoops + GetParam().body, {});
  EXPECT_EQ(at_once.verdict, GetParam().verdict) << explain(at_once);
  EXPECT_EQ(told_of(at_once), told_of(in_turn));
  EXPECT_GT(at_once.questions, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, PassesAtOnce,
                         ::testing::Values(LoopBody{"a[i] = i;", Verdict::Verified},
                                           // Races between groups only, within a group only, and of both
                                           // kinds.
                                           LoopBody{"a[i & ~8] = g;", Verdict::PossibleDefect},
                                           LoopBody{"a[i & ~1] = g;", Verdict::PossibleDefect},
                                           LoopBody{"a[i & 3] = g;", Verdict::PossibleDefect}));

TEST(PassesAtOnce, AreNotWhereTheyMayNotBe) {
  const std::string body = kStridedLoops + "a[i] = i;";
  OtherSolvers solvers;
  Options left_out;
  left_out.left_out = {Optimisation::PassesAtOnce};
  result_with_concurrent(body, solvers.maker(), left_out);
  Options unwound;
  unwound.unwinding = 2;
  result_with_concurrent(body, solvers.maker(), unwound);
  symbolic::Options of_a_group = patient();
  of_a_group.only_intra_group = true;
  result_with_concurrent(body, solvers.maker(), {}, of_a_group);
  symbolic::Options of_divergence = patient();
  of_divergence.only_divergence = true;
  result_with_concurrent(body, solvers.maker(), {}, of_divergence);
  EXPECT_EQ(solvers.made, 0U);
}

// The engine does the work that the thread did not reach.
TEST(PassesAtOnce, ThatFailAreDoneAnew) {
  const SolverMaker failing[] = {
      [](smt::TermStore&) -> std::unique_ptr<smt::Solver> { throw std::runtime_error("no such program"); },
      [](smt::TermStore&) -> std::unique_ptr<smt::Solver> { throw std::bad_alloc(); }};
  for (const SolverMaker& another : failing) {
    EXPECT_EQ(result_with_concurrent(kStridedLoops + "a[i] = i;", another).verdict, Verdict::Verified);
    const auto racy = result_with_concurrent(kStridedLoops + "a[i & ~8] = g;", another);
    EXPECT_EQ(verdict_of_races(racy), Verdict::PossibleDefect) << explain(racy);
  }
}

class DeadSolver : public smt::Solver {
 public:
  smt::Answer check(std::span<const smt::Term>, const smt::Limits&) override {
    smt::Answer dead;
    dead.reason = "solver died: signal 9";
    return dead;
  }
  std::string name() const override { return "dead"; }
};

TEST(PassesAtOnce, WhoseSolverDiesLeaveRacesOpen) {
  const auto result = result_with_concurrent(kStridedLoops + "a[i] = i;",
                                             [](smt::TermStore&) { return std::make_unique<DeadSolver>(); });
  EXPECT_EQ(verdict_of_races(result), Verdict::Unknown) << explain(result);
  EXPECT_NE(result.properties.at(Property::DataRace).reason.find("solver died"), std::string::npos);
  EXPECT_EQ(result.properties.at(Property::BarrierDivergence).verdict, Verdict::Verified);
}

// A divergence result that uses values of reads, assuming that there is no race, is asked again if other
// groups race.
TEST(PassesAtOnce, FindRacesOnWhichDivergenceRests) {
  const std::string body =
      "for (int i = l; i < 64; i += 8) t[i] = l; barrier(CLK_LOCAL_MEM_FENCE); if (a[0] > 3) {"
      " barrier(CLK_LOCAL_MEM_FENCE); } barrier(CLK_LOCAL_MEM_FENCE);"
      " for (int i = g; i < 1024; i += 16) a[(i & ~8) + 1] = g;";
  OtherSolvers solvers;
  const auto at_once = result_with_concurrent(body, solvers.maker());
  const auto in_turn = result_with_concurrent(body, {});
  EXPECT_EQ(solvers.made, 1U);
  EXPECT_EQ(told_of(at_once), told_of(in_turn));
  EXPECT_NE(at_once.properties.at(Property::BarrierDivergence).verdict, Verdict::Verified);
}

// The thread keeps running for a class that was abandoned.
class PassOnThread : public ::testing::Test {
 protected:
  PassOnThread() : d_kernel(access::testing::compile("__kernel void k(__global int* a) { a[0] = 1; }")) {
    d_facts.local_size[0] = d_facts.global_size[0] = 8;
    d_facts.arguments = {buffer(1, 64)};
    d_limits.another_solver = [](smt::TermStore& store) { return smt::make_z3(store); };
  }

  std::optional<verdict::ClassResult> result_of(const ConcurrentPass::Pass& pass) {
    smt::TermStore store;
    const OneSetting analysed(d_kernel, d_facts, store, d_limits, d_options);
    return ConcurrentPass(analysed.setting(), pass).wait();
  }

  model::KernelModel d_kernel;
  model::LaunchFacts d_facts;
  symbolic::Options d_limits = patient();
  Options d_options;
};

TEST_F(PassOnThread, HasTermsAndTimeOfItsOwn) {
  d_limits.time = 5s;
  const auto begin = effort::Clock::now();
  const auto result = result_of([&](const OneSetting& analysed, smt::Solver&) {
    verdict::ClassResult one;
    one.questions = analysed.setting().store.size();
    EXPECT_LE(analysed.setting().deadline, begin + 6s);
    EXPECT_FALSE(analysed.setting().limits.another_solver);
    return one;
  });
  ASSERT_TRUE(result.has_value());
  EXPECT_GT(result->questions, 0U);
}

TEST_F(PassOnThread, ThatThrowsLeavesNothing) {
  EXPECT_FALSE(result_of([](const OneSetting&, smt::Solver&) -> verdict::ClassResult {
                 throw std::runtime_error("a defect of the pass");
               }).has_value());
  EXPECT_FALSE(result_of([](const OneSetting&, smt::Solver&) -> verdict::ClassResult {
                 throw OutOfTime{};
               }).has_value());
}

verdict::ClassResult until_cancelled(const OneSetting& analysed, smt::Solver&) {
  while (!analysed.setting().cancellation->cancelled()) std::this_thread::sleep_for(1ms);
  return {};
}

TEST_F(PassOnThread, ThatTakesTooMuchMemoryLeavesNothing) {
  d_limits.memory_mib = 1;
  EXPECT_FALSE(result_of(until_cancelled).has_value());
}

TEST_F(PassOnThread, EndsWithTheClass) {
  smt::Cancellation cancellation;
  d_limits.cancellation = &cancellation;
  std::thread other([&] {
    std::this_thread::sleep_for(50ms);
    cancellation.cancel();
  });
  EXPECT_FALSE(result_of(until_cancelled).has_value());
  other.join();
}

// Nobody waits for it.
TEST_F(PassOnThread, EndsWithWhoBeganIt) {
  smt::TermStore store;
  const OneSetting analysed(d_kernel, d_facts, store, d_limits, d_options);
  const ConcurrentPass left_alone(analysed.setting(), until_cancelled);
}

}  // namespace
}  // namespace launchproof::two_thread::testing

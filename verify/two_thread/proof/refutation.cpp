#include "verify/two_thread/proof/refutation.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "verify/effort/clock.h"
#include "verify/two_thread/terms/work_items.h"

namespace launchproof::two_thread {

namespace {

using Clock = effort::Clock;

constexpr int kNiceness = 10;
constexpr int kShare = 4;  // an engine in sequence gets this fraction of the remaining time

// Handles the end of an engine, however it ended.
RefuterReport guarded(const Refuter& refuter, const std::function<void()>& run) {
  RefuterReport report{name_of(refuter), 0, "done"};
  const auto begin = Clock::now();
  try {
    run();
  } catch (const OutOfTime&) {
    report.ended = "time";
  } catch (const std::exception& error) {
    report.ended = std::string("failed: ") + error.what();
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

Setting with_deadline(const Setting& setting, Clock::time_point deadline) {
  Setting result = setting;
  result.deadline = std::min(setting.deadline, deadline);
  return result;
}

bool same_candidates(const Problem& a, const Problem& b) {
  return std::ranges::equal(a.candidates, b.candidates, [](const Candidate& one, const Candidate& other) {
    return one.rule == other.rule && one.loop == other.loop && one.of_item == other.of_item &&
           one.annotation == other.annotation;
  });
}

// Terms and solvers belong to one thread, so the pass is recorded again in a separate store.
void refute_apart(const Refuter& refuter, const Refuting& what, smt::Cancellation& cancellation) {
  smt::TermStore store;
  symbolic::Unknowns unknowns(store);
  symbolic::LaunchTerms launch(store, what.setting.kernel, what.setting.facts);
  const Setting setting{
      {what.setting.kernel, what.setting.facts, what.setting.graph, what.setting.regions,
       what.setting.uniformity, store, unknowns, launch, what.setting.deadline, &cancellation},
      what.setting.limits,
      what.setting.options,
      what.setting.equal_reads,
      what.setting.counters,
      what.setting.counted_calls,
      what.setting.keeps_redundant_reads,
      what.setting.judges_pairs,
      what.setting.entry};
  const auto [items, base] = work_items(setting, what.pairing);
  Values values(setting, what.pairing, items);
  Memory memory(setting, what.pairing, values);
  const Problem problem = Walker(setting, what.pairing, values, memory).run(base);
  if (!same_candidates(problem, what.problem)) throw std::runtime_error("it has other candidates");
  const std::unique_ptr<smt::Solver> solver = smt::make_z3(store);
  Prover prover(setting, *solver);
  refute(refuter, {setting, what.pairing, values, problem, prover, what.pool, what.number});
}

}  // namespace

class Refutations::Thread {
 public:
  Thread(const Refuter& refuter, const Refuting& what, RefuterReport& report)
      : d_thread([this, &refuter, what, &report] {
          // Runs with lower priority than Houdini and its solvers. If the system refuses that, it runs with
          // the same priority.
          ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
          report = guarded(refuter, [&] { refute_apart(refuter, what, d_cancellation); });
        }) {}
  ~Thread() {
    d_cancellation.cancel();
    d_thread.join();
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  void cancel() { d_cancellation.cancel(); }

 private:
  smt::Cancellation d_cancellation;
  std::thread d_thread;
};

Refutations::Refutations(const Refuting& what) : d_what(what) {
  for (const Refuter& refuter : what.setting.options.refutation.refuters)
    d_reports.push_back({name_of(refuter), 0, "not needed"});
}

Refutations::~Refutations() {
  end();
}

void Refutations::begin_concurrent() {
  const Refutation& chosen = d_what.setting.options.refutation;
  if (!chosen.is_parallel || !d_threads.empty()) return;
  for (std::size_t i = 0; i < chosen.refuters.size(); ++i) {
    Refuting what = d_what;
    what.number = static_cast<std::uint32_t>(i + 1);
    d_threads.push_back(std::make_unique<Thread>(chosen.refuters[i], what, d_reports[i]));
  }
}

void Refutations::begin() {
  const Refutation& chosen = d_what.setting.options.refutation;
  if (chosen.is_parallel) return;
  for (std::size_t i = 0; i < chosen.refuters.size(); ++i) {
    Refuting what = d_what;
    what.number = static_cast<std::uint32_t>(i + 1);
    d_reports[i] = guarded(chosen.refuters[i], [&] {
      const Setting setting =
          with_deadline(d_what.setting, Clock::now() + (d_what.setting.deadline - Clock::now()) / kShare);
      Prover prover = d_what.prover.within(setting);
      refute(chosen.refuters[i],
             {setting, what.pairing, what.values, what.problem, prover, what.pool, what.number});
    });
  }
}

void Refutations::end() {
  for (const auto& thread : d_threads) thread->cancel();
  d_threads.clear();
}

}  // namespace launchproof::two_thread

// Verifies launch classes one after another, and caches the translations of recent programs.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "verify/access/questions/lessons.h"
#include "verify/effort/clock.h"
#include "verify/preconditions/search.h"
#include "verify/smt/limits/meter.h"
#include "verify/two_thread/proof/questions.h"
#include "verify/worker/classes/concurrent_engine.h"
#include "verify/worker/classes/partial_answers.h"
#include "verify/worker/outcomes/job.h"
#include "verify/worker/outcomes/outcome.h"
#include "verify/worker/pool/pool.h"
#include "verify/worker/replay/replayer.h"

namespace launchproof::worker {

// The engine stops itself shortly before the pool would kill the process, so that what it proved is kept.
inline constexpr double kEngineShare = 0.9;
// If two engines do not run concurrently, the first one leaves the rest of the time to the second one.
inline constexpr double kShareOfFirst = 0.8;

class ClassCache;

// The kernel of a job, with its launch facts.
struct FoundKernel {
  const model::KernelModel* kernel = nullptr;  // null: `outcome` says why
  FactsAnswer answer;
  Outcome outcome;
};

class ClassVerifier {
 public:
  FoundKernel find(const Job& job, const std::string& selector);

  // Verifies a job. `selector` names the kernel if the job does not. For a job without a kernel whose program
  // has several, returns their names (Outcome::expand).
  Outcome verify(const Job& job, const std::string& selector);

  // Performs the step that follows an interim outcome of verify(), or of this function, for this job: replays
  // first, then the second engine.
  Outcome refine(const Job& job, Outcome found);
  // If the job requests a precondition, turns a final outcome that is verified into an interim one; derive()
  // then adds the precondition.
  static Outcome announce_derivation(const Job& job, Outcome outcome);
  Outcome derive(const Job& job, Outcome found);
  // Turns a final outcome with findings that a change of the source may remove into an interim one; repair()
  // then adds the changes that were verified to remove them.
  static Outcome announce_repair(const Job& job, Outcome outcome);
  Outcome repair(const Job& job, Outcome found);
  // Replays the witnesses of the findings of verify() for this job.
  Outcome confirm(const Job& job, Outcome found);

  // Returns the object that receives decisions about the current class of verify().
  PartialAnswers& partial_answers() { return d_partial; }

  // Replaces the two-thread engine in tests.
  using SecondEngine = std::function<verdict::ClassResult(const two_thread::Questions&)>;
  void set_second_engine(SecondEngine engine) { d_second_engine = std::move(engine); }

  // Returns the facts of the job's launches, or of the launch that a finding belongs to
  // (verdict::Finding::launch).
  static FactsAnswer facts_of_launch(const Job& job, const model::KernelModel& kernel, std::uint64_t launch);

  // Verifies jobs of one program and kernel together, as far as possible (Outcome::merged).
  Outcome merge(const std::vector<Job>& jobs, const std::vector<std::size_t>& numbers,
                std::chrono::milliseconds time);

  // Compiles and translates the program, or returns its cached translation.
  const frontend::Translation& translation(const Program& program);

 private:
  using Clock = effort::Clock;

  Outcome find(const Job& job, const std::string& selector, FoundKernel& found);
  // Returns the kernel's variables, or null if none are known.
  const model::Variables* variables_of(const Job& job, const std::string& kernel);
  struct EngineTime {
    Clock::time_point begin;  // of the class
    double share = 1;         // share of the time of the class
  };
  verdict::ClassResult judge(const Job& job, const model::KernelModel& kernel, const FactsAnswer& given,
                             const EngineTime& engine);
  void add_assumptions(const Job& job, const FactsAnswer& answer, verdict::ClassResult& result);
  void judge_apart(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                   const EngineTime& engine, verdict::ClassResult& result);
  // Finds properties of recorded contents that the proof of a verified class needs, and states them in place
  // of the contents if they suffice. Does not change the verdict. The work is counted and small.
  void find_contents_preconditions(const Job& job, const model::KernelModel& kernel,
                                   const FactsAnswer& answer, const EngineTime& engine,
                                   verdict::ClassResult& result);
  static WholeLaunches launches_apart(const Job& job, const model::KernelModel& kernel,
                                      const FactsAnswer& answer);
  Outcome merge_all(const std::vector<Job>& jobs, const std::vector<std::size_t>& numbers,
                    std::chrono::milliseconds time);

  // Returns whether the second engine should be asked about what is open.
  bool asks_second_engine(const Job& job, const Outcome& found) const;
  // Starts the second engine concurrently with the first one, if it can have its own processor.
  void begin_concurrent(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                        Clock::time_point begin);
  // Returns the result of the concurrent engine, if it answers these questions.
  std::optional<verdict::ClassResult> answer_concurrent(const two_thread::Questions& questions);
  Outcome ask_second_engine(const Job& job, Outcome found);
  // Verifies the class again with other facts, or another kernel, using the engines that decided it. With
  // `knows_sums`, prefix sums that the kernel computes are known as in the first run; no fact is free then.
  preconditions::Attempt attempt(const Job& job, const model::KernelModel& kernel,
                                 const verdict::ClassResult& of_class, const model::LaunchFacts& facts,
                                 smt::Work work, std::chrono::milliseconds time, bool knows_sums = false);
  // Replays findings of the second engine about properties that are not proved, and adds those that are
  // observed.
  void confirm_second(const Job& job, const FoundKernel& of, const verdict::ClassResult& second,
                      const ReplayLimits& limits, verdict::ClassResult& result);

  // Verifies a launch whose sizes are left open.
  Outcome verify_open(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer);
  // Judges all of these sizes at once. `seen` receives sizes that are worth examining.
  verdict::ClassResult judge_open(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                                  std::chrono::milliseconds time, std::vector<model::LaunchSizes>& seen);

  struct Entry {
    std::string key;
    frontend::Translation translation;
  };
  // How long the two-thread engine's first solver works alone before the second one gets the question too.
  // The engine has many questions, and time spent on one solver is not available to the other.
  static constexpr std::chrono::milliseconds kTwoThreadStagger{150};
  // Terms, solver and lessons that are kept for all classes of one kernel.
  struct Workbench {
    std::string program;
    std::string kernel;
    std::string solver_name;
    std::string second_name;  // empty: no question is cross-checked
    smt::LogPlaces log_places;
    std::shared_ptr<smt::QuestionLog> log;  // log of all solvers of this kernel; null: none
    double second_share = 0;
    smt::TermStore store;
    std::unique_ptr<smt::Meter> solver;
    std::string second_engine_name;
    std::unique_ptr<smt::Solver>
        second_engine;  // solver of the second engine, if it is not `solver`; created when needed
    const smt::CrossCheck* cross_check = nullptr;  // the cross-check in `solver`, if there is one
    access::Lessons lessons;
  };
  Workbench& workbench(const Job& job, const std::string& kernel);
  // Returns the solver of the second engine. If answers are cross-checked, all of them come from `solver`.
  static smt::Solver& second_solver(const Job& job, Workbench& bench);
  // Returns symbolic::Options::another_solver. It is empty if answers are cross-checked, since they come from
  // one solver, or if there is only one processor.
  static std::function<std::unique_ptr<smt::Solver>(smt::TermStore&)> another_solver(const std::string& name,
                                                                                     const Workbench& bench);
  // Returns the launch facts that the proofs of a verified class need. Takes about twice the work of these
  // proofs, `own`. `benign_races`: the class has benign races, so written values are compared.
  static std::vector<std::string> needed_facts(const model::KernelModel& kernel,
                                               const model::LaunchFacts& facts, bool local_size_open,
                                               bool benign_races, const symbolic::Options& options,
                                               Workbench& bench, smt::Work own);

  // Sets whether another run would get the same outcome (Outcome::lasting), as far as it is known now.
  void judge_lasting(const Job& job, const model::KernelModel& kernel, Outcome& outcome);

  PartialAnswers d_partial;
  std::list<Entry> d_cache;  // most recently used first
  std::unique_ptr<Workbench> d_workbench;
  Replayer d_replayer;
  SecondEngine d_second_engine;
  std::unique_ptr<ConcurrentEngine> d_concurrent;  // engine for the current class; uses a program of
                                                   // `d_cache`
  smt::Work d_work = 0;                            // work for everything judged so far
  std::uint64_t d_late = 0;     // number of questions of the current class that ran out of time
  bool d_is_unhurried = false;  // no part of the current class was dropped because of the clock
  bool d_cut = false;           // the time was too short for some part of the current class
};

// Returns the outcome for a job whose worker was lost: `unknown` for every property.
Outcome lost_outcome(const Job& job, const std::string& selector, verdict::Cause cause,
                     const std::string& reason);

// Adds the commands that reproduce a finding of the job.
void add_commands(const Job& job, verdict::Finding& finding);

// How jobs are verified in worker processes. Functions may be empty; PoolOptions documents when they are
// called.
struct VerifyOptions {
  unsigned workers = 1;
  Limits limits;
  std::function<bool()> stop;
  std::function<void(const Progress&)> progress;  // indexed by the number of the job
  std::function<void(const Completed&)> completed;
  std::function<void(std::size_t job, const Outcome&)> expanded;
};

// Verifies all jobs in worker processes. Solver memory has the same limit as the class. Uses outcomes in
// `cache`, and stores new lasting outcomes there. Null: no cache.
std::vector<Completed> verify_all(const std::vector<Job>& jobs, const VerifyOptions& given,
                                  ClassCache* cache = nullptr);

}  // namespace launchproof::worker

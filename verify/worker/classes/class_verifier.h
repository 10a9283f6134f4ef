// Verifies launch classes one after another, keeping the translations of the programs it saw last.
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

// The engine stops itself a little before the pool would kill the process, so that what it proved is kept.
inline constexpr double kEngineShare = 0.9;
// The first one of two engines leaves the second one the rest, where the two do not run side by side.
inline constexpr double kShareOfFirst = 0.8;

class ClassCache;

// The kernel that a job means, with its launch facts.
struct FoundKernel {
  const model::KernelModel* kernel = nullptr;  // null: `outcome` says why
  FactsAnswer answer;
  Outcome outcome;
};

class ClassVerifier {
 public:
  FoundKernel find(const Job& job, const std::string& selector);

  // Verifies a job. `selector` is the kernel to take, when the job names none. A job without a kernel whose
  // program holds several is answered with their names (Outcome::expand).
  Outcome verify(const Job& job, const std::string& selector);

  // Does what follows an interim outcome of verify() for this job, or of this function: replays, then the
  // second engine.
  Outcome refine(const Job& job, Outcome found);
  // Turns a final outcome that is verified into an interim one where the job asks for a precondition;
  // derive() then adds that.
  static Outcome announce_derivation(const Job& job, Outcome outcome);
  Outcome derive(const Job& job, Outcome found);
  // Turns a final outcome with findings that a change of the source may remove into an interim one; repair()
  // then adds what was verified to remove them.
  static Outcome announce_repair(const Job& job, Outcome outcome);
  Outcome repair(const Job& job, Outcome found);
  // Replays the witnesses of the findings of verify() for this job.
  Outcome confirm(const Job& job, Outcome found);

  // Returns the receiver of decisions about the current class of verify().
  PartialAnswers& partial_answers() { return d_partial; }

  // In place of the two-thread engine, for tests.
  using SecondEngine = std::function<verdict::ClassResult(const two_thread::Questions&)>;
  void set_second_engine(SecondEngine engine) { d_second_engine = std::move(engine); }

  // Returns the facts of the job's launches, or of the one that a finding is of (verdict::Finding::launch).
  static FactsAnswer facts_of_launch(const Job& job, const model::KernelModel& kernel, std::uint64_t launch);

  // Verifies jobs of one program and kernel together, as far as that works (Outcome::merged).
  Outcome merge(const std::vector<Job>& jobs, const std::vector<std::size_t>& numbers,
                std::chrono::milliseconds time);

  // Compiles and translates the program, or takes its translation from the cache.
  const frontend::Translation& translation(const Program& program);

 private:
  using Clock = effort::Clock;

  Outcome find(const Job& job, const std::string& selector, FoundKernel& found);
  // Returns the kernel's variables, or null if none are known.
  const model::Variables* variables_of(const Job& job, const std::string& kernel);
  struct EngineTime {
    Clock::time_point begin;  // of the class
    double share = 1;         // of the class's time
  };
  verdict::ClassResult judge(const Job& job, const model::KernelModel& kernel, const FactsAnswer& given,
                             const EngineTime& engine);
  void add_assumptions(const Job& job, const FactsAnswer& answer, verdict::ClassResult& result);
  void judge_apart(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                   const EngineTime& engine, verdict::ClassResult& result);
  // Finds properties of the recorded contents that the proof of a verified class needs, and states them in
  // place of the contents where they suffice. The verdict stays. Work is counted, and little.
  void find_contents_preconditions(const Job& job, const model::KernelModel& kernel,
                                   const FactsAnswer& answer, const EngineTime& engine,
                                   verdict::ClassResult& result);
  static WholeLaunches launches_apart(const Job& job, const model::KernelModel& kernel,
                                      const FactsAnswer& answer);
  Outcome merge_all(const std::vector<Job>& jobs, const std::vector<std::size_t>& numbers,
                    std::chrono::milliseconds time);

  // Returns whether a second engine is to be asked what is open.
  bool asks_second_engine(const Job& job, const Outcome& found) const;
  // Begins the second engine concurrently with the first one, where it may have a processor of its own.
  void begin_concurrent(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                        Clock::time_point begin);
  // Returns the result that the concurrent engine came to, if it answers these questions.
  std::optional<verdict::ClassResult> answer_concurrent(const two_thread::Questions& questions);
  Outcome ask_second_engine(const Job& job, Outcome found);
  // Verifies again with facts left open, by the engines that decided the class.
  preconditions::Attempt attempt(const Job& job, const model::KernelModel& kernel,
                                 const verdict::ClassResult& of_class, const model::LaunchFacts& facts,
                                 smt::Work work, std::chrono::milliseconds time);
  // Replays what the second engine found about properties that are not proved, and adds what is seen.
  void confirm_second(const Job& job, const FoundKernel& of, const verdict::ClassResult& second,
                      const ReplayLimits& limits, verdict::ClassResult& result);

  // Verifies a launch whose sizes are left open.
  Outcome verify_open(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer);
  // Judges all of these sizes at once. `seen` receives sizes that are worth a look.
  verdict::ClassResult judge_open(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                                  std::chrono::milliseconds time, std::vector<model::LaunchSizes>& seen);

  struct Entry {
    std::string key;
    frontend::Translation translation;
  };
  // Before the second solver of the two-thread engine gets a question too: its questions are many, and what
  // one solver works on the other has not.
  static constexpr std::chrono::milliseconds kTwoThreadStagger{150};
  // Terms, solver and what was learnt, kept from class to class of one kernel.
  struct Workbench {
    std::string program;
    std::string kernel;
    std::string solver_name;
    std::string second_name;  // empty: no question is repeated
    smt::LogPlaces log_places;
    std::shared_ptr<smt::QuestionLog> log;  // of all solvers of this kernel; null: none
    double second_share = 0;
    smt::TermStore store;
    std::unique_ptr<smt::Meter> solver;
    std::string second_engine_name;
    std::unique_ptr<smt::Solver>
        second_engine;  // what the second engine asks, if not `solver`; made when needed
    const smt::CrossCheck* cross_check = nullptr;  // within `solver`, where there is one
    access::Lessons lessons;
  };
  Workbench& workbench(const Job& job, const std::string& kernel);
  // Answers that are cross-checked come from `solver` alone.
  static smt::Solver& second_solver(const Job& job, Workbench& bench);
  // Returns symbolic::Options::another_solver. Answers that are cross-checked come from one solver, and one
  // processor has nothing to do at once.
  static std::function<std::unique_ptr<smt::Solver>(smt::TermStore&)> another_solver(const std::string& name,
                                                                                     const Workbench& bench);
  // Returns the launch facts that the proofs of a verified class need. Takes about twice the work that they
  // took, `own`. `benign_races`: the class has some, so that written values are compared.
  static std::vector<std::string> needed_facts(const model::KernelModel& kernel,
                                               const model::LaunchFacts& facts, bool local_size_open,
                                               bool benign_races, const symbolic::Options& options,
                                               Workbench& bench, smt::Work own);

  // Sets whether another run would reach the same outcome (Outcome::lasting), as far as known by now.
  void judge_lasting(const Job& job, const model::KernelModel& kernel, Outcome& outcome);

  PartialAnswers d_partial;
  std::list<Entry> d_cache;  // most recently used first
  std::unique_ptr<Workbench> d_workbench;
  Replayer d_replayer;
  SecondEngine d_second_engine;
  std::unique_ptr<ConcurrentEngine> d_concurrent;  // of the class at hand; uses a program of `d_cache`
  smt::Work d_work = 0;                            // of everything that was judged by now
  std::uint64_t d_late = 0;     // questions of the class at hand that the clock left without an answer
  bool d_is_unhurried = false;  // no part of the current class was given up because of the clock
  bool d_cut = false;           // the time was too short for something of the class at hand
};

// Returns the outcome of a job whose worker was lost: `unknown` for every property.
Outcome lost_outcome(const Job& job, const std::string& selector, verdict::Cause cause,
                     const std::string& reason);

// Adds the commands that show a finding of the job again.
void add_commands(const Job& job, verdict::Finding& finding);

// How jobs are verified in worker processes. Functions may be empty; PoolOptions says when they are called.
struct VerifyOptions {
  unsigned workers = 1;
  Limits limits;
  std::function<bool()> stop;
  std::function<void(const Progress&)> progress;  // by the number of the job
  std::function<void(const Completed&)> completed;
  std::function<void(std::size_t job, const Outcome&)> expanded;
};

// Verifies all jobs in worker processes. Solver memory is limited as the class's is. Outcomes in `cache` are
// taken from there, and new ones that last are kept there. Null: no cache.
std::vector<Completed> verify_all(const std::vector<Job>& jobs, const VerifyOptions& given,
                                  ClassCache* cache = nullptr);

}  // namespace launchproof::worker

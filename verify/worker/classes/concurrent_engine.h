// The two-thread engine concurrent with the access engine: on a thread of its own, with terms and solvers of
// its own, in processor time that nothing else wants.
#pragma once

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "verify/effort/clock.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/question_log.h"
#include "verify/symbolic/terms/options.h"
#include "verify/two_thread/proof/questions.h"
#include "verify/two_thread/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns the questions for the two-thread engine if nothing is known yet.
two_thread::Questions all_questions();

// Returns whether the engine's answers to all questions (two_thread::answer) may stand for answers to the
// questions that the first engine left. Nothing in them may depend on what that engine refuted or left open,
// and if single lines are open, asking about these alone must not give more.
bool answers(const two_thread::Questions& left, const verdict::ClassResult& second);

class ConcurrentEngine {
 public:
  using Clock = effort::Clock;
  struct Task {
    const model::KernelModel& kernel;  // outlives it
    model::LaunchFacts facts;
    std::string solver;  // as smt::make_solver has it
    std::chrono::milliseconds stagger{0};
    std::shared_ptr<smt::QuestionLog> log;  // null: none
    symbolic::Options options;              // `time` and `cancellation` are set here
    two_thread::Options two_thread;
    Clock::time_point deadline;
    // It runs only on processors that nothing else wants; if false, with the same priority as others.
    bool yields = true;
  };

  // Begins after this time, and not at all if it is stopped before.
  ConcurrentEngine(Task task, std::chrono::milliseconds head_start);
  // Ends it, and waits until it has ended.
  ~ConcurrentEngine();
  ConcurrentEngine(const ConcurrentEngine&) = delete;
  ConcurrentEngine& operator=(const ConcurrentEngine&) = delete;

  // Returns the token that is cancelled once the engine has proved everything, so that other engines can
  // stop.
  smt::Cancellation& others() { return d_others; }
  // Waits for its answer until its deadline, while nothing else runs in this process. Returns nothing if
  // there is none, or if it waits for a processor longer than it runs and is better started again.
  std::optional<verdict::ClassResult> wait();
  bool has_answer() const {
    const std::scoped_lock lock(d_mutex);
    return d_result.has_value();
  }

 private:
  void run();
  void end();
  void answer();

  Task d_task;
  std::chrono::milliseconds d_head_start;
  smt::Cancellation d_cancellation, d_others;
  mutable std::mutex d_mutex;  // guards what follows
  std::condition_variable d_changed;
  bool d_stop = false;
  bool d_is_done = false;
  pid_t d_thread_id = 0;
  std::optional<verdict::ClassResult> d_result;
  pthread_t d_thread{};
  bool d_is_started = false;
};

}  // namespace launchproof::worker

// Runs the two-thread engine concurrently with the access engine, on its own thread, with its own terms and
// solvers, and with processor time that nothing else needs.
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

// Returns the questions for the two-thread engine if nothing has been decided.
two_thread::Questions all_questions();

// Returns whether the engine's answers to all questions (two_thread::answer) can be used as answers to the
// questions that the first engine left open. They may not depend on anything that the first engine refuted or
// left open. If only single lines are open, asking about these lines alone must not give better answers.
bool answers(const two_thread::Questions& left, const verdict::ClassResult& second);

class ConcurrentEngine {
 public:
  using Clock = effort::Clock;
  struct Task {
    const model::KernelModel& kernel;  // outlives it
    model::LaunchFacts facts;
    std::string solver;  // as for smt::make_solver
    std::chrono::milliseconds stagger{0};
    std::shared_ptr<smt::QuestionLog> log;  // null: none
    symbolic::Options options;              // `time` and `cancellation` are set here
    two_thread::Options two_thread;
    Clock::time_point deadline;
    // Only uses processors that nothing else needs; if false, runs with normal priority.
    bool yields = true;
  };

  // Starts after this time, or not at all if it is stopped before.
  ConcurrentEngine(Task task, std::chrono::milliseconds head_start);
  // Stops the engine and waits until it has ended.
  ~ConcurrentEngine();
  ConcurrentEngine(const ConcurrentEngine&) = delete;
  ConcurrentEngine& operator=(const ConcurrentEngine&) = delete;

  // Returns the token that is cancelled once the engine has proved everything, so that other engines can
  // stop.
  smt::Cancellation& others() { return d_others; }
  // Waits for the answer until the deadline, while nothing else runs in this process. Returns nothing if
  // there is no answer, or if the engine waits for a processor longer than it runs, so that starting it again
  // is better.
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

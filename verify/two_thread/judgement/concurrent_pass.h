// A pass over a launch class on a thread of its own, concurrent with another pass over it, with terms and
// solvers of its own.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

#include "verify/two_thread/terms/one_setting.h"

namespace launchproof::two_thread {

class ConcurrentPass {
 public:
  // An exception that it throws leaves no result.
  using Pass = std::function<verdict::ClassResult(const OneSetting& analysed, smt::Solver& solver)>;

  // Begins a pass. `like` is the class and its limits, which let another solver be made. It outlives this.
  ConcurrentPass(const Setting& like, Pass pass);
  // Ends it, and waits until it has ended.
  ~ConcurrentPass();
  ConcurrentPass(const ConcurrentPass&) = delete;
  ConcurrentPass& operator=(const ConcurrentPass&) = delete;

  // Waits until the pass has ended or the class is cancelled. Returns nothing if the pass failed or took too
  // much memory, so that its questions remain open.
  std::optional<verdict::ClassResult> wait();

 private:
  void run();

  const Setting& d_like;
  Pass d_pass;
  smt::Cancellation d_cancellation;
  std::mutex d_mutex;  // guards what follows
  std::condition_variable d_changed;
  bool d_is_done = false;
  std::optional<verdict::ClassResult> d_result;
  pthread_t d_thread{};
  bool d_is_started = false;
};

}  // namespace launchproof::two_thread

// Runs a pass over a launch class on a separate thread, concurrently with another pass and with its own terms
// and solvers.
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
  // if it throws an exception, there is no result
  using Pass = std::function<verdict::ClassResult(const OneSetting& analysed, smt::Solver& solver)>;

  // Starts a pass. `like` is the class with its limits, from which another solver can be created. It must
  // outlive this object.
  ConcurrentPass(const Setting& like, Pass pass);
  // Stops the pass and waits until it has ended.
  ~ConcurrentPass();
  ConcurrentPass(const ConcurrentPass&) = delete;
  ConcurrentPass& operator=(const ConcurrentPass&) = delete;

  // Waits until the pass has ended or the class is cancelled. Returns nothing if the pass failed or took too
  // much memory; its questions then remain open.
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

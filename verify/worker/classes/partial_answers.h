// Reports decisions about a launch class while it is verified, in case its worker is lost.
#pragma once

#include <functional>

#include "verify/worker/outcomes/outcome.h"

namespace launchproof::worker {

// Sends the decided parts of the class: its launch immediately, then the result of each step of the engine.
class PartialAnswers {
 public:
  // Sets the function that sends. Without it nothing is sent.
  void send_with(std::function<void(const Outcome&)> send) { d_send = std::move(send); }

  // Begins a class. `known` has its kernel, its launch, everything else that all of its answers share, and
  // each property that was requested, all undecided.
  void begin(const Outcome& known);
  // Sends a result of the class. `result` must be concluded, and lacks what all answers share.
  void tell(const verdict::ClassResult& result);
  // Ends the class: sends nothing until the next begin(). Must be called before a result describes only some
  // launches.
  void end() { d_is_open = false; }

 private:
  std::function<void(const Outcome&)> d_send;
  Outcome d_known;
  bool d_is_open = false;
};

}  // namespace launchproof::worker

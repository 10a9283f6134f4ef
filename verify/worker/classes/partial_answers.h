// Reports what is decided about a launch class while it is verified, in case its worker is lost.
#pragma once

#include <functional>

#include "verify/worker/outcomes/outcome.h"

namespace launchproof::worker {

// Sends the decided parts of the class: its launch at once, then the result of each step of the engine.
class PartialAnswers {
 public:
  // Sets the function that sends. Without it nothing is sent.
  void send_with(std::function<void(const Outcome&)> send) { d_send = std::move(send); }

  // Begins a class. `known` holds its kernel, its launch and whatever else all of its answers have in common,
  // and each property that is asked of it, none of which is decided.
  void begin(const Outcome& known);
  // Sends a result of the class. `result` is concluded, and lacks what all answers have in common.
  void tell(const verdict::ClassResult& result);
  // Ends the class: sends nothing until the next begin(). Call it before a result describes only some
  // launches.
  void end() { d_is_open = false; }

 private:
  std::function<void(const Outcome&)> d_send;
  Outcome d_known;
  bool d_is_open = false;
};

}  // namespace launchproof::worker

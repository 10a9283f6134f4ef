// Fibers for work-items that wait at barriers; each has its own stack.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace launchproof::replay {

// The place where a flow of control stopped. Its contents depend on the machine.
struct Context;

class Fibers {
 public:
  using Body = void (*)(void* argument, std::size_t index);

  explicit Fibers(std::size_t stack_bytes);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  // Prepares fiber number `index` to run `body` from its start, and discards what the fiber did before.
  // Returns false if there is no memory for its stack.
  bool start(std::size_t index, Body body, void* argument);
  // Runs the fiber until it pauses or its body returns. Returns true if the body has returned.
  bool resume(std::size_t index);
  // Called inside a fiber: returns control to `resume`.
  void pause();
  // Called inside a fiber: continues with fiber number `next`, which must not have returned. The pending
  // `resume` returns when that fiber pauses or returns, whichever fiber it was called for.
  void go_on_with(std::size_t next);

 private:
  struct Fiber;
  static void run(void* self);

  std::size_t d_stack_bytes;
  std::vector<std::unique_ptr<Fiber>> d_fibers;
  std::unique_ptr<Context> d_caller;
  Context* d_left = nullptr;  // context of the flow of control that was suspended last
  std::size_t d_current = 0;
};

}  // namespace launchproof::replay

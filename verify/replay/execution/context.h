// Switches between stacks: by a few instructions on x86-64, by the C library's contexts elsewhere.
#pragma once

#include <cstddef>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#endif

namespace launchproof::replay {

struct Context {
#if defined(__x86_64__)
  void* stack_pointer = nullptr;  // the registers that a call preserves are stored above it
#else
  ucontext_t saved{};
#endif
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  const void* stack = nullptr;  // the stack on which this flow of control runs
  std::size_t stack_bytes = 0;
  void* shadow_stack = nullptr;
#endif
};

// Prepares `context` to call entry(argument) on this stack. `entry` must not return.
void prepare_context(Context& context, void* stack, std::size_t bytes, void (*entry)(void*), void* argument);
// Saves the current flow of control in `from` and switches to `to`.
void switch_context(Context& from, Context& to);
// Completes a switch. Must be the first call on a new stack; `from` is the context that switched to it.
void arrived_in_context(Context& here, Context& from);

}  // namespace launchproof::replay

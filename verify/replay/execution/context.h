// Switching between stacks: a few instructions on x86-64, the C library's contexts elsewhere.
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
  void* stack_pointer = nullptr;  // registers that a call preserves are above it
#else
  ucontext_t saved{};
#endif
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  const void* stack = nullptr;  // that this flow of control runs on
  std::size_t stack_bytes = 0;
  void* shadow_stack = nullptr;
#endif
};

// Prepares `context` to call entry(argument), which must not return, on this stack.
void prepare_context(Context& context, void* stack, std::size_t bytes, void (*entry)(void*), void* argument);
// Saves the current flow of control in `from` and switches to `to`.
void switch_context(Context& from, Context& to);
// Completes a switch. Must be called first on a new stack, which `from` switched to.
void arrived_in_context(Context& here, Context& from);

}  // namespace launchproof::replay

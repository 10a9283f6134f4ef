#include "verify/replay/execution/context.h"

#include <cstdint>

#if defined(__x86_64__)

// The registers that a call preserves (System V AMD64 ABI) are saved on the old stack. A new stack holds the
// entry in rbx and its argument in rbp.
__asm__(R"(
.text
.p2align 4
.type launchproof_switch_stack, @function
launchproof_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size launchproof_switch_stack, .-launchproof_switch_stack
.type launchproof_enter_stack, @function
launchproof_enter_stack:
  movq %rbp, %rdi
  xorl %ebp, %ebp
  callq *%rbx
  ud2
.size launchproof_enter_stack, .-launchproof_enter_stack
)");
extern "C" void launchproof_switch_stack(void** from, void* to);
extern "C" void launchproof_enter_stack();

#endif

namespace launchproof::replay {
namespace {

#if !defined(__x86_64__)
// makecontext only passes integers.
void enter(unsigned entry_high, unsigned entry_low, unsigned argument_high, unsigned argument_low) {
  const auto whole = [](unsigned high, unsigned low) {
    return static_cast<std::uintptr_t>(static_cast<std::uint64_t>(high) << 32 | low);
  };
  reinterpret_cast<void (*)(void*)>(whole(entry_high, entry_low))(
      reinterpret_cast<void*>(whole(argument_high, argument_low)));
}
#endif

}  // namespace

void prepare_context(Context& context, void* stack, std::size_t bytes, void (*entry)(void*), void* argument) {
#if defined(__x86_64__)
  auto* top = reinterpret_cast<void**>(static_cast<char*>(stack) + bytes);
  *--top = nullptr;  // aligns the stack for the call of the entry, and ends a debugger's backtrace
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(&launchproof_enter_stack);
  *--top = argument;                             // rbp
  *--top = reinterpret_cast<void*>(entry);       // rbx
  for (int i = 0; i < 4; ++i) *--top = nullptr;  // r12 to r15
  context.stack_pointer = static_cast<void*>(top);
#else
  getcontext(&context.saved);
  context.saved.uc_stack.ss_sp = stack;
  context.saved.uc_stack.ss_size = bytes;
  context.saved.uc_link = nullptr;
  const auto words = [](std::uint64_t value) {
    return std::pair(static_cast<unsigned>(value >> 32), static_cast<unsigned>(value));
  };
  const auto [entry_high, entry_low] = words(reinterpret_cast<std::uintptr_t>(entry));
  const auto [argument_high, argument_low] = words(reinterpret_cast<std::uintptr_t>(argument));
  makecontext(&context.saved, reinterpret_cast<void (*)()>(&enter), 4, entry_high, entry_low, argument_high,
              argument_low);
#endif
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  context.stack = stack;
  context.stack_bytes = bytes;
  context.shadow_stack = nullptr;
#endif
}

void switch_context(Context& from, Context& to) {
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(&from.shadow_stack, to.stack, to.stack_bytes);
#endif
#if defined(__x86_64__)
  launchproof_switch_stack(&from.stack_pointer, to.stack_pointer);
#else
  swapcontext(&from.saved, &to.saved);
#endif
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(from.shadow_stack, nullptr, nullptr);
#endif
}

void arrived_in_context([[maybe_unused]] Context& here, [[maybe_unused]] Context& from) {
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(here.shadow_stack, &from.stack, &from.stack_bytes);
#endif
}

}  // namespace launchproof::replay

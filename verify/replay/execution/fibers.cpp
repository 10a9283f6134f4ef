#include "verify/replay/execution/fibers.h"

#include <unistd.h>

#include <cstdint>

#include "verify/replay/execution/context.h"
#include "verify/replay/execution/stacks.h"

#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

namespace launchproof::replay {
namespace {

// Stacks begin at different lines of their pages. Otherwise the work-items' data on them would compete for
// the same few sets of the processor's cache.
constexpr std::size_t kLineBytes = 64;

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Bytes that a stack's frames marked stay marked when the frames are left without a return.
void forget_marks([[maybe_unused]] void* lowest, [[maybe_unused]] std::size_t bytes) {
#if defined(LAUNCHPROOF_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(lowest, bytes);
#endif
}

}  // namespace

struct Fibers::Fiber {
  Context context;
  Fibers* owner = nullptr;
  void* stack = nullptr;  // its lowest byte
  Body body = nullptr;
  void* argument = nullptr;
  std::size_t index = 0;
  bool done = false;
};

Fibers::Fibers(std::size_t stack_bytes)
    : d_stack_bytes(stack_size(stack_bytes)), d_caller(std::make_unique<Context>()) {}

Fibers::~Fibers() {
  for (const auto& fiber : d_fibers) return_stack(fiber->stack, d_stack_bytes);
}

bool Fibers::start(std::size_t index, Body body, void* argument) {
  while (d_fibers.size() <= index) {
    void* stack = take_stack(d_stack_bytes);
    if (stack == nullptr) return false;
    d_fibers.push_back(std::make_unique<Fiber>());
    d_fibers.back()->owner = this;
    d_fibers.back()->stack = stack;
    d_fibers.back()->index = d_fibers.size() - 1;
  }
  Fiber& fiber = *d_fibers[index];
  fiber.body = body;
  fiber.argument = argument;
  fiber.done = false;
  forget_marks(fiber.stack, d_stack_bytes);
  const std::size_t unused = index * kLineBytes % page_bytes();
  prepare_context(fiber.context, fiber.stack, d_stack_bytes - unused, &Fibers::run, &fiber);
  return true;
}

void Fibers::run(void* self) {
  auto& fiber = *static_cast<Fiber*>(self);
  arrived_in_context(fiber.context, *fiber.owner->d_left);
  fiber.body(fiber.argument, fiber.index);
  fiber.done = true;
  fiber.owner->pause();
}

bool Fibers::resume(std::size_t index) {
  d_current = index;
  d_left = d_caller.get();
  switch_context(*d_caller, d_fibers[index]->context);
  return d_fibers[index]->done;
}

void Fibers::pause() {
  d_left = &d_fibers[d_current]->context;
  switch_context(*d_left, *d_caller);
}

void Fibers::go_on_with(std::size_t next) {
  d_left = &d_fibers[d_current]->context;
  d_current = next;
  switch_context(*d_left, d_fibers[next]->context);
}

}  // namespace launchproof::replay

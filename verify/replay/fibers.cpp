#include "verify/replay/fibers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace launchproof::replay {
namespace {

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

Fibers::Fibers(std::size_t stack_bytes)
    : d_stack_bytes((stack_bytes + page_bytes() - 1) / page_bytes() * page_bytes()) {}

Fibers::~Fibers() {
  for (const auto& fiber : d_fibers)
    if (fiber->stack != nullptr) munmap(fiber->stack, d_stack_bytes + page_bytes());
}

bool Fibers::start(std::size_t index, Body body, void* argument) {
  while (d_fibers.size() <= index) {
    // A guard page lies below each stack.
    void* stack = mmap(nullptr, d_stack_bytes + page_bytes(), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return false;
    mprotect(stack, page_bytes(), PROT_NONE);
    d_fibers.push_back(std::make_unique<Fiber>());
    d_fibers.back()->stack = stack;
  }
  Fiber& fiber = *d_fibers[index];
  fiber.body = body;
  fiber.argument = argument;
  fiber.done = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = static_cast<char*>(fiber.stack) + page_bytes();
  fiber.context.uc_stack.ss_size = d_stack_bytes;
  fiber.context.uc_link = nullptr;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&fiber.context, reinterpret_cast<void (*)()>(&Fibers::enter), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
  return true;
}

void Fibers::enter(unsigned high, unsigned low) {
  // makecontext passes integers alone.
  auto* self =  // NOLINTNEXTLINE(performance-no-int-to-ptr)
      reinterpret_cast<Fibers*>(static_cast<std::uintptr_t>(high) << 32 | static_cast<std::uintptr_t>(low));
  Fiber& fiber = *self->d_fibers[self->d_current];
  fiber.body(fiber.argument, self->d_current);
  fiber.done = true;
  self->pause();
}

bool Fibers::resume(std::size_t index) {
  d_current = index;
  swapcontext(&d_caller, &d_fibers[index]->context);
  return d_fibers[index]->done;
}

void Fibers::pause() {
  swapcontext(&d_fibers[d_current]->context, &d_caller);
}

}  // namespace launchproof::replay

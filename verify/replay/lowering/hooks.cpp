#include "verify/replay/lowering/hooks.h"

#include <chrono>
#include <cmath>
#include <cstring>

#include "verify/replay/execution/runner.h"
#include "verify/replay/memory/image_access.h"

namespace launchproof::replay {
namespace {

const std::uint8_t* read(MachineItem* item, std::uint64_t address, std::uint32_t site) {
  return item->runner->read(item, address, site);
}

void write(MachineItem* item, std::uint64_t address, std::uint32_t site, const std::uint8_t* bytes) {
  item->runner->write(item, address, site, bytes);
}

std::uint64_t atomic(MachineItem* item, std::uint64_t address, std::uint32_t site, std::uint32_t op,
                     std::uint64_t operand, std::uint64_t wanted) {
  return item->runner->atomic(item, address, site, static_cast<AtomicOp>(op), operand, wanted);
}

void barrier(MachineItem* item, std::uint32_t barrier, std::uint32_t fences) {
  item->runner->barrier(item, barrier, fences);
}

void fence(MachineItem* item, std::uint32_t order, std::uint32_t scope) {
  item->runner->fence(item, order, scope);
}

std::uint64_t copy(MachineItem* item, std::uint32_t place, std::uint64_t to, std::uint64_t from,
                   std::uint64_t count, std::uint64_t to_stride, std::uint64_t from_stride,
                   std::uint32_t write_site, std::uint32_t read_site, std::uint64_t event) {
  return item->runner->copy(item, place,
                            {to, from, count, to_stride, from_stride, write_site, read_site, event});
}

void wait_for(MachineItem* item, std::uint64_t event) {
  GroupRunner::wait_for(item, event);
}

void wait(MachineItem* item, std::uint32_t place, std::uint32_t all) {
  item->runner->wait(item, place, all != 0);
}

std::uint64_t collective(MachineItem* item, std::uint32_t place, std::uint32_t op, std::uint32_t scalar,
                         std::uint32_t bytes, std::uint64_t value, std::uint64_t where) {
  return item->runner->collective(
      item, place, {static_cast<CollectiveOp>(op), static_cast<char>(scalar), bytes}, value, where);
}

std::uint64_t exchange(MachineItem* item, std::uint32_t place, std::uint32_t op, std::uint32_t fold,
                       std::uint32_t scalar, std::uint32_t bytes, std::uint64_t value, std::uint64_t operand,
                       std::uint64_t cluster) {
  return item->runner->exchange(item, place,
                                {static_cast<ExchangeOp>(op), static_cast<FoldOp>(fold),
                                 static_cast<char>(scalar), bytes, operand, cluster},
                                value);
}

std::uint64_t ballot(MachineItem* item, std::uint32_t op, std::uint64_t low, std::uint64_t high,
                     std::uint64_t index) {
  return item->runner->ballot(item, static_cast<BallotOp>(op), {low, high}, index);
}

void check(MachineItem* item, std::uint32_t loop) {
  item->runner->check(loop);
}

void require(MachineItem* item, std::uint32_t holds, std::uint32_t line) {
  if (holds == 0) item->runner->broken_precondition(line);
}

void assertion(MachineItem* item, std::uint32_t holds, std::uint32_t place) {
  if (holds == 0) item->runner->broken_assertion(item, place);
}

std::uint32_t print(MachineItem* item, std::uint64_t format, std::uint64_t arguments) {
  return item->runner->print(format, arguments);
}

void fail_assertion(MachineItem* item, std::uint64_t text, std::uint64_t file, std::uint32_t line,
                    std::uint64_t function) {
  item->runner->fail_assertion(item, text, file, line, function);
}

void trap(MachineItem* item) {
  item->runner->trap();
}

// Nanoseconds, which a GPU's clock counts approximately.
std::uint64_t read_clock(MachineItem*) {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

void name_threads(MachineItem* item, std::uint32_t mask) {
  GroupRunner::name_threads(item, mask);
}

void returns(MachineItem* item) {
  GroupRunner::returns(item);
}

void leave_out(MachineItem* item) {
  item->runner->leave_out(item);
}

void forget(MachineItem* item, std::uint64_t offset, std::uint64_t bytes) {
  std::memset(item->private_memory + offset, 0, bytes);
}

void iterate(MachineItem* item, std::uint32_t loop) {
  item->runner->iterate(item, loop);
}

void enter_loop(MachineItem* item, std::uint32_t loop) {
  item->runner->enter_loop(item, loop);
}

std::uint64_t query(MachineItem* item, std::uint32_t what, std::uint32_t dimension) {
  return item->runner->query(item, static_cast<Query>(what), dimension);
}

std::uint32_t space(MachineItem* item, std::uint64_t address) {
  return item->runner->space_of(address);
}

std::uint64_t shift(MachineItem* item, std::uint64_t pointer) {
  return item->runner->shift_of(pointer);
}

std::uint64_t shift_back(MachineItem* item, std::uint64_t address) {
  return item->runner->shift_back(address);
}

template <typename Function>
const void* address(Function* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace

const std::vector<Symbol>& hook_symbols() {
  static const std::vector<Symbol> symbols{
      {"lp_read", address(read)},
      {"lp_write", address(write)},
      {"lp_atomic", address(atomic)},
      {"lp_barrier", address(barrier)},
      {"lp_copy", address(copy)},
      {"lp_wait_for", address(wait_for)},
      {"lp_wait", address(wait)},
      {"lp_collective", address(collective)},
      {"lp_exchange", address(exchange)},
      {"lp_ballot", address(ballot)},
      {"lp_check", address(check)},
      {"lp_require", address(require)},
      {"lp_assert", address(assertion)},
      {"lp_name_threads", address(name_threads)},
      {"lp_print", address(print)},
      {"lp_fail_assertion", address(fail_assertion)},
      {"lp_trap", address(trap)},
      {"lp_clock", address(read_clock)},
      {"lp_leave_out", address(leave_out)},
      {"lp_fence", address(fence)},
      {"lp_returns", address(returns)},
      {"lp_forget", address(forget)},
      {"lp_iterate", address(iterate)},
      {"lp_enter_loop", address(enter_loop)},
      {"lp_query", address(query)},
      {"lp_space", address(space)},
      {"lp_shift", address(shift)},
      {"lp_shift_back", address(shift_back)},
      {"lp_image_at", address(image_at)},
      {"lp_surface_at", address(surface_at)},
      {"lp_image_near", address(image_near)},
      {"lp_image_border", address(image_border)},
      {"lp_image_kept", address(image_kept)},
      {"lp_image_field", address(image_field)},
      // Functions that code generation may call.
      {"memcpy", address(std::memcpy)},
      {"memmove", address(std::memmove)},
      {"memset", address(std::memset)},
      {"fmod", address<double(double, double)>(::fmod)},
      {"fmodf", address<float(float, float)>(::fmodf)},
      {"fma", address<double(double, double, double)>(::fma)},
      {"fmaf", address<float(float, float, float)>(::fmaf)},
      {"floor", address<double(double)>(::floor)},
      {"floorf", address<float(float)>(::floorf)},
      {"ceil", address<double(double)>(::ceil)},
      {"ceilf", address<float(float)>(::ceilf)},
      {"rint", address<double(double)>(::rint)},
      {"rintf", address<float(float)>(::rintf)},
      {"trunc", address<double(double)>(::trunc)},
      {"truncf", address<float(float)>(::truncf)},
  };
  return symbols;
}

}  // namespace launchproof::replay

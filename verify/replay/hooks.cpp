#include "verify/replay/hooks.h"

#include <cmath>
#include <cstring>

#include "verify/replay/execution.h"

namespace launchproof::replay {
namespace {

const std::uint8_t* read(std::uint64_t address, std::uint32_t site) {
  return current_execution()->read(address, site);
}

void write(std::uint64_t address, std::uint32_t site, const std::uint8_t* bytes) {
  current_execution()->write(address, site, bytes);
}

std::uint64_t atomic(std::uint64_t address, std::uint32_t site, std::uint32_t op, std::uint64_t operand,
                     std::uint64_t wanted) {
  return current_execution()->atomic(address, site, static_cast<AtomicOp>(op), operand, wanted);
}

void barrier(std::uint32_t barrier, std::uint32_t fences) {
  current_execution()->barrier(barrier, fences);
}

void iterate(std::uint32_t loop) {
  current_execution()->iterate(loop);
}

void enter_loop(std::uint32_t loop) {
  current_execution()->enter_loop(loop);
}

std::uint64_t query(std::uint32_t what, std::uint32_t dimension) {
  return current_execution()->query(static_cast<Query>(what), dimension);
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
      {"lp_iterate", address(iterate)},
      {"lp_enter_loop", address(enter_loop)},
      {"lp_query", address(query)},
      // What code generation may call.
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

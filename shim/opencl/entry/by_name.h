// Replaces functions that the application looks up by name.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

template <class Function>
struct WithNext;
template <class Result, class... Arguments>
struct WithNext<Result(Arguments...)> {
  using Type = Result(Result (*)(Arguments...), Arguments...);
};

// Functions whose parameters differ between versions of their extension, with the largest number of words.
namespace types {
using clUpdateMutableCommandsKHR = cl_int(cl_command_buffer_khr, std::uintptr_t, const void*, const void*);
}

// The hooks of these functions. Each is called with the driver's function and the application's arguments.
namespace by_name {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declared name takes none.
#define LAUNCHPROOF_BY_NAME(name, ...) extern WithNext<decltype(::name)>::Type name;
#define LAUNCHPROOF_BY_NAME_OWN(name, ...) extern WithNext<types::name>::Type name;
#include "shim/opencl/entry/hooks.def"
}  // namespace by_name

// Each platform may have its own function under one name, and a call does not show which platform it is for.
// Each function therefore gets an entry that knows it. Drivers beyond this number are not wrapped.
inline constexpr std::size_t kDriversOfOneFunction = 8;

template <auto Hook, class Function>
class Entries;
template <auto Hook, class Result, class... Arguments>
class Entries<Hook, Result(Arguments...)> {
 public:
  // Returns the entry that the application gets in place of the driver's `function`; null if there are too
  // many.
  static void* entry_of(void* function) {
    for (std::size_t i = 0; i < kDriversOfOneFunction; ++i) {
      void* known = nullptr;
      if (g_next[i].compare_exchange_strong(known, function) || known == function)
        return reinterpret_cast<void*>(kEntries[i]);
    }
    return nullptr;
  }

 private:
  using Entry = Result (*)(Arguments...);

  template <std::size_t Index>
  static Result enter(Arguments... arguments) {
    return Hook(reinterpret_cast<Entry>(g_next[Index].load(std::memory_order_relaxed)), arguments...);
  }

  template <std::size_t... Indices>
  static constexpr std::array<Entry, kDriversOfOneFunction> make(std::index_sequence<Indices...>) {
    return {&enter<Indices>...};
  }

  static constexpr std::array<Entry, kDriversOfOneFunction> kEntries =
      make(std::make_index_sequence<kDriversOfOneFunction>());
  static inline constinit std::array<std::atomic<void*>, kDriversOfOneFunction> g_next{};
};

}  // namespace launchproof::shim

// Starts threads that may follow long chains of values by recursion: a kernel of ten thousand lines needs a
// larger stack than threads have by default. Only the used part of a stack takes memory.
#pragma once

#include <pthread.h>

#include <cstddef>

namespace launchproof::smt {

// Returns whether the thread was started.
inline bool start_with_large_stack(pthread_t& thread, void* (*run)(void*), void* given) {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  for (std::size_t bytes = 1024 * kMebibyte; bytes >= 64 * kMebibyte; bytes /= 4) {
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0) return false;
    const bool is_begun = ::pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                          ::pthread_create(&thread, &attributes, run, given) == 0;
    ::pthread_attr_destroy(&attributes);
    if (is_begun) return true;
  }
  return false;
}

}  // namespace launchproof::smt

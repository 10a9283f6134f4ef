// Barriers in memory, in place of the toolkit's header of this name.
#pragma once

#include "phases.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    explicit __device__ __forceinline__ arrival_token(unsigned long long token)
        : __launchproof_token(token) {}
    __device__ __forceinline__ unsigned pending_count() const {
      __launchproof_phase_number();
      return 0;
    }
    unsigned long long __launchproof_token;
  };
  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  __device__ __forceinline__ arrival_token arrive() {
    return arrival_token(__launchproof_phase_arrive(&d_state));
  }
  __device__ __forceinline__ arrival_token arrive_and_drop() {
    return arrival_token(__launchproof_phase_drop(&d_state));
  }
  __device__ __forceinline__ void wait(arrival_token token) {
    __launchproof_phase_wait(&d_state, token.__launchproof_token);
  }
  __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
  __device__ __forceinline__ bool timed_wait(arrival_token, unsigned) {
    __launchproof_phase_time();
    return true;
  }
  __device__ __forceinline__ bool timed_wait_parity(bool parity, unsigned) {
    return __launchproof_phase_parity(&d_state, parity ? 1 : 0);
  }
  static constexpr __host__ __device__ unsigned max() { return (1u << 20) - 1; }

  friend __device__ __forceinline__ void init(awbarrier* at, unsigned expected) {
    __launchproof_phase_init(&at->d_state, expected);
  }

 private:
  unsigned long long d_state;
};

}  // namespace experimental
}  // namespace nvcuda

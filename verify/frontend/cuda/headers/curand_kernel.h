// Random numbers (cuRAND library guide, "Device API Overview"): a draw is any value, and changes the state.
#pragma once

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
// The threads of a block draw from one such state together.
struct curandStateMtgp32 {
  unsigned int s[1024];
  int offset, pIdx;
  void* k;
};
struct mtgp32_kernel_params;
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;
LAUNCHPROOF_BUILTIN(void, __launchproof_draw_together, (),
                    "launchproof.unsupported: random numbers that a block draws together (MTGP32)");
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

template <typename State>
static __device__ __forceinline__ void __launchproof_draw(State* state) {
  if constexpr (__is_same(State, curandStateMtgp32)) __launchproof_draw_together();
  const State before = *state;
  State after = __launchproof_any<State>();
  (void)before;
  *state = after;
}
template <typename State>
static __device__ __forceinline__ void curand_init(unsigned long long, unsigned long long, unsigned long long,
                                                   State* state) {
  *state = __launchproof_any<State>();
}
template <typename State>
static __device__ __forceinline__ void curand_init(unsigned int*, unsigned int, State* state) {
  *state = __launchproof_any<State>();
}
template <typename State>
static __device__ __forceinline__ void curand_init(unsigned int*, unsigned int, unsigned int, State* state) {
  *state = __launchproof_any<State>();
}
template <typename State>
static __device__ __forceinline__ void curand_init(unsigned long long*, unsigned int, State* state) {
  *state = __launchproof_any<State>();
}
template <typename State>
static __device__ __forceinline__ void curand_init(unsigned long long*, unsigned long long, unsigned int,
                                                   State* state) {
  *state = __launchproof_any<State>();
}
#define LAUNCHPROOF_DRAW(type, name)                          \
  template <typename State>                                   \
  static __device__ __forceinline__ type name(State* state) { \
    __launchproof_draw(state);                                \
    return __launchproof_any<type>();                         \
  }
LAUNCHPROOF_DRAW(unsigned int, curand)
LAUNCHPROOF_DRAW(uint4, curand4)
LAUNCHPROOF_DRAW(float, curand_uniform)
LAUNCHPROOF_DRAW(double, curand_uniform_double)
LAUNCHPROOF_DRAW(float4, curand_uniform4)
LAUNCHPROOF_DRAW(double2, curand_uniform2_double)
LAUNCHPROOF_DRAW(float, curand_normal)
LAUNCHPROOF_DRAW(double, curand_normal_double)
LAUNCHPROOF_DRAW(float2, curand_normal2)
LAUNCHPROOF_DRAW(float4, curand_normal4)
LAUNCHPROOF_DRAW(double2, curand_normal2_double)
LAUNCHPROOF_DRAW(double4, curand_uniform4_double)
LAUNCHPROOF_DRAW(double4, curand_normal4_double)
#undef LAUNCHPROOF_DRAW
#define LAUNCHPROOF_DRAW(type, name, ...)                                  \
  template <typename State>                                                \
  static __device__ __forceinline__ type name(State* state, __VA_ARGS__) { \
    __launchproof_draw(state);                                             \
    return __launchproof_any<type>();                                      \
  }
LAUNCHPROOF_DRAW(float, curand_log_normal, float, float)
LAUNCHPROOF_DRAW(float2, curand_log_normal2, float, float)
LAUNCHPROOF_DRAW(float4, curand_log_normal4, float, float)
LAUNCHPROOF_DRAW(double, curand_log_normal_double, double, double)
LAUNCHPROOF_DRAW(double2, curand_log_normal2_double, double, double)
LAUNCHPROOF_DRAW(double4, curand_log_normal4_double, double, double)
LAUNCHPROOF_DRAW(unsigned int, curand_poisson, double)
LAUNCHPROOF_DRAW(uint4, curand_poisson4, double)
// The tables of the distribution, which the host makes, are taken not to change.
LAUNCHPROOF_DRAW(unsigned int, curand_discrete, curandDiscreteDistribution_t)
LAUNCHPROOF_DRAW(uint4, curand_discrete4, curandDiscreteDistribution_t)
#undef LAUNCHPROOF_DRAW
template <typename State>
static __device__ __forceinline__ void skipahead_sequence(unsigned long long, State* state) {
  __launchproof_draw(state);
}
template <typename State>
static __device__ __forceinline__ void skipahead_subsequence(unsigned long long, State* state) {
  __launchproof_draw(state);
}
template <typename State>
static __device__ __forceinline__ void skipahead(unsigned long long, State* state) {
  __launchproof_draw(state);
}

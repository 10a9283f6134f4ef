// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// sibling: atomic_operators_one_place.cu
// oracle: skip its headers lack atomic objects
// about: Operators of an atomic object are atomic, so several threads may use it.

#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> turn;

__global__ void k(int* out) {
  turn |= 2;
  turn = 4;
  int expected = 4;
  if (turn.compare_exchange_weak(expected, 5, cuda::std::memory_order_relaxed)) out[threadIdx.x] = threadIdx.x;
}

// expect: possible-defect
// property: data-race
// lines: 16
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip its headers have no atomic objects
// about: Several threads may pass the atomic and store to the same place.

#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> turn;

__global__ void k(int* out) {
  turn |= 2;
  turn = 4;
  int expected = 4;
  if (turn.compare_exchange_weak(expected, 5, cuda::std::memory_order_relaxed)) out[0] = threadIdx.x;
}

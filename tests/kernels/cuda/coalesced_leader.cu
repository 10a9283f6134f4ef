// expect: verified
// sibling: coalesced_leader_beyond.cu
// launch: --blockDim 64 --gridDim 2 --arg n=100 --buffer counter=4 --buffer out=512
// about: Warp-aggregated atomics with a group of the threads that come together.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack groups of threads that come together
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* counter, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cg::coalesced_group active = cg::coalesced_threads();
  unsigned first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  out[i] = active.shfl(first, 0) + active.thread_rank();
}

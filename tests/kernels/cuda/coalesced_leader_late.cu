// expect: unknown
// property: barrier-divergence
// lines: 15
// launch: --blockDim 64 --gridDim 2 --arg n=100 --buffer counter=4 --buffer out=512
// about: A thread of the group may have returned before the shuffle.
// replay: skip masks that are not constant are not replayed
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* counter, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cg::coalesced_group active = cg::coalesced_threads();
  unsigned first = 0;
  if (i >= n) return;
  out[i] = active.shfl(first, 0) + active.thread_rank();
}

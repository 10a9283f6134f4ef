// expect: defect
// property: out-of-bounds
// lines: 17
// launch: --blockDim 64 --gridDim 2 --arg n=100 --buffer counter=4 --buffer out=512
// about: Half of the threads store beyond the array.
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
  out[i + 64] = active.shfl(first, 0) + active.thread_rank();
}

// expect: unknown
// property: barrier-divergence
// lines: 15
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The bits of a group's ballot are those of ranks, and are taken for a mask of lanes.
// replay: skip masks that are not constant are not replayed
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* out) {
  unsigned v = threadIdx.x;
  if (threadIdx.x % 32 >= 16) {
    cg::coalesced_group active = cg::coalesced_threads();
    const unsigned votes = active.ballot(1);
    v = __shfl_sync(votes, v, 0);
  }
  out[threadIdx.x] = v;
}

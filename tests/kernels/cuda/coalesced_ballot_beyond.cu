// expect: possible-defect
// property: out-of-bounds
// lines: 14
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The first thread of a group may find its own vote in bit 0, whatever its lane is.
// oracle: skip its headers lack groups of threads that come together
// replay: skip masks that are not constant are not replayed
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* out) {
  cg::coalesced_group active = cg::coalesced_threads();
  const unsigned votes = active.ballot(threadIdx.x % 3 == 0);
  if (threadIdx.x % 32 == 31 && active.thread_rank() == 0 && (votes & 1) != 0) out[64] = 1;
  out[threadIdx.x] = 0;
}

// expect: verified
// sibling: coalesced_ballot_beyond.cu
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The bits of a group's ballot are those of ranks; here they decide no address.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack groups of threads that come together
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* out) {
  cg::coalesced_group active = cg::coalesced_threads();
  const unsigned votes = active.ballot(threadIdx.x % 3 == 0);
  unsigned v = 0;
  if (active.thread_rank() == 0 && (votes & 1) != 0) v = 1;
  out[threadIdx.x] = v;
}

// expect: possible-defect
// property: data-race
// lines: 15
// launch: --blockDim 32 --gridDim 1 --buffer in=32 --buffer out=1024
// about: The threads that come together need not be all of the warp, so that a label may have two first threads.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack groups of threads that come together
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const unsigned char* in, unsigned* out) {
  const unsigned label = in[threadIdx.x];
  auto group = cg::labeled_partition(cg::coalesced_threads(), label);
  const unsigned first = group.shfl(threadIdx.x, 0);
  if (first == threadIdx.x) out[label] = first;
}

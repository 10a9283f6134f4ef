// expect: verified
// sibling: partition_labels_of_some.cu
// launch: --blockDim 32 --gridDim 1 --buffer in=32 --buffer out=1024
// about: The threads of each label take the value of their first one, which writes it.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack groups of threads that come together
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const unsigned char* in, unsigned* out) {
  const unsigned label = in[threadIdx.x];
  auto group = cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), label);
  const unsigned first = group.shfl(threadIdx.x, 0);
  if (first == threadIdx.x) out[label] = first;
}

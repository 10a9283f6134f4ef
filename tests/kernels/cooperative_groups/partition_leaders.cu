// expect: verified
// sibling: partition_leaders_of_both.cu
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=8
// about: The first thread of each of the two groups into which a condition divides a warp writes for its group.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack groups of threads that come together
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int* in, unsigned* out) {
  const bool is_large = in[threadIdx.x] > 3;
  auto group = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), is_large);
  if (group.thread_rank() == 0) out[is_large] = group.num_threads();
  group.sync();
}

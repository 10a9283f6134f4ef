// expect: possible-defect
// property: data-race
// lines: 15 17
// launch: --blockDim=64 --gridDim=2
// oracle: skip it knows no copies of groups
// about: A block copies what another one stores.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  __shared__ int cells[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, cells, out, sizeof(cells));
  cg::wait(block);
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

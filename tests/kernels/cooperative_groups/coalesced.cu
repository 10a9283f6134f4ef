// expect: unsupported
// lines: 11
// launch: --blockDim=64 --gridDim=2
// about: the group of the threads that come together

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  auto active = cg::coalesced_threads();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

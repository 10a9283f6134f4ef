// expect: defect
// property: data-race
// lines: 12 16
// launch: --local-size 32 --num-groups 4 --buffer counted=4 --contents counted=zero
// oracle: skip it has no header cuda/atomic
// about: a relaxed atomic releases nothing

#include <cuda/atomic>

extern "C" __global__ void sums(const int *in, int *part, unsigned int *counted, int *out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = in[blockIdx.x];
  cuda::atomic_ref<unsigned int, cuda::thread_scope_device> count(*counted);
  unsigned int before = count.fetch_add(1, cuda::memory_order_relaxed);
  if (before == gridDim.x - 1)
    for (int i = 0; i < gridDim.x; ++i) out[i] = part[i];
}

// expect: verified
// launch: --local-size 32 --num-groups 4 --buffer counted=4 --contents counted=zero
// sibling: reference_relaxed.cu
// oracle: skip it has no header cuda/atomic
// about: an atomic reference counts blocks, and releases and acquires by its own order

#include <cuda/atomic>

extern "C" __global__ void sums(const int *in, int *part, unsigned int *counted, int *out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = in[blockIdx.x];
  cuda::atomic_ref<unsigned int, cuda::thread_scope_device> count(*counted);
  unsigned int before = count.fetch_add(1, cuda::memory_order_acq_rel);
  if (before == gridDim.x - 1)
    for (int i = 0; i < gridDim.x; ++i) out[i] = part[i];
}

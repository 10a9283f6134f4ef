// expect: possible-defect
// property: out-of-bounds
// lines: 18
// launch: --local-size 4 --num-groups 2 --buffer ready=4 --contents ready=zero --buffer data=4 --contents data=zero --buffer out=64
// oracle: skip a schedule that runs the waiting group first does not end
// about: the index is what the other block has stored, and not what the launch began with

#include <cuda/atomic>

extern "C" __global__ void pass(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  if (blockIdx.x == 0) {
    data[0] = 1000;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {}
    out[data[0]] = 1;
  }
}

// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64 --arg size=13
// sibling: guarded_other_guard.cu
// about: threads beyond the last element take part in running sums of flags

extern "C" __global__ void compact(int* out, const int* in, int size) {
  __shared__ unsigned places[8];
  unsigned t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
  int x = i < size ? in[i] : 0;
  places[t] = x > 0;
  __syncthreads();
  for (unsigned step = 1; step < n; step *= 2) {
    unsigned other = t >= step ? places[t - step] : 0;
    __syncthreads();
    places[t] += other;
    __syncthreads();
  }
  if (x > 0) out[blockIdx.x * n + places[t] - 1] = x;
}

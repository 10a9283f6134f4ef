// expect: possible-defect
// property: data-race
// lines: 12 17
// launch: --local-size 32 --num-groups 4 --buffer part=16 --buffer again=@part --buffer out=16
// oracle: skip it takes such reads for those of any other pointer
// about: a pointer that is const and restrict promises that its memory is not written, so its reads may miss stores

__device__ unsigned int counted = 0;

extern "C" __global__ void sums(float *part, const float *__restrict__ again, float *out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = blockIdx.x;
  __threadfence();
  unsigned int before = atomicAdd(&counted, 1);
  __threadfence();
  if (before == gridDim.x - 1)
    for (int i = 0; i < gridDim.x; ++i) out[i] = again[i];
}

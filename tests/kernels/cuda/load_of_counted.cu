// expect: defect
// property: data-race
// lines: 7 9
// launch: --blockDim 8 --gridDim 1 --buffer a=32 --buffer out=32
// about: An atomic writes what `__ldg` reads behind a barrier.

__global__ void k(int* a, int* out) { atomicAdd(&a[threadIdx.x], 1);
  __syncthreads();
  out[threadIdx.x] = __ldg(&a[7 - threadIdx.x]);
}

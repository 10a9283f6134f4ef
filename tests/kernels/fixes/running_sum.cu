// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim=32 --gridDim=2 --buffer in=512 --buffer sum=4
// about: all threads add to one sum in a loop

__global__ void total(const float* in, float* sum) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 64; i += gridDim.x * blockDim.x)
    *sum = *sum + in[2 * i] - in[2 * i + 1];
}

// postconditions: add
// launch: --blockDim=2 --gridDim=1 --arg count=4 --arg m=2 --buffer a=16 --buffer b=16 --buffer c=16 --arithmetic real
// expect: defect
// about: The step is the square of the block: two of four elements are never computed.
// mutant: `blockDim.x * blockDim.x;` to `gridDim.x * blockDim.x;`: verified
__global__ void add(const float *a, const float *b, float *c, int count) {
  declare_logic_param("int m");
  declare_precondition("count == m * blockDim.x * gridDim.x");
  declare_postcondition("forall i. 0 <= i -> i < count -> c[i] == a[i] + b[i]");
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < count) {
    c[i] = a[i] + b[i];
    i += blockDim.x * blockDim.x;
  }
}

// postconditions: rotate
// launch: --blockDim=8 --gridDim=1 --arg size=8 --buffer a=32
// expect: verified
// about: Elements move on in place; a logical array is the memory before, and the contract a comment.
// mutant: `t == size) t = 0` to `t == size) t = 1`: defect data-race
// mutant: `__syncthreads();` to ``: defect data-race
// mutant: `a0[i - 1]` to `a0[i]`: defect
// mutant: `a[0] == a0[size - 1]` to `a[0] == a0[0]`: defect
// mutant: `requires forall i. a[i] == a0[i];` to ``: unsupported
// mutant: `ensures forall i.` to `ensures forall t : thread. forall i.`: verified
/*@ ghost int a0[];
  @ requires size == blockDim.x;
  @ requires forall i. a[i] == a0[i];
  @ ensures forall i. 0 < i && i < size -> a[i] == a0[i - 1];
  @ ensures a[0] == a0[size - 1];
  @*/
__global__ void rotate(int *a, int size) {
  int mine = a[threadIdx.x];
  int t = threadIdx.x + 1;
  if (t == size) t = 0;
  __syncthreads();
  a[t] = mine;
}

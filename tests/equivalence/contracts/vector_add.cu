// postconditions: add
// launch: --blockDim=2 --gridDim=3 --arg count=12 --arg m=2 --buffer a=48 --buffer b=48 --buffer c=48 --arithmetic real
// expect: verified
// about: A sum of vectors, each thread taking every (gridDim.x * blockDim.x)-th element, with a contract in strings.
// mutant: `c[i] = a[i] + b[i];` to `c[i] = a[i] - b[i];`: defect
// mutant: `i < count -> c[i]` to `i <= count -> c[i]`: unknown
// mutant: `"forall i [c[i]]. 0 <= i -> i < count` to `"forall i. 0 < i -> i <= count - 1`: verified
// mutant: `"forall i [c[i]]. 0 <= i -> i < count` to `"forall i. 0 <= i`: unsupported
__global__ void add(const float *a, const float *b, float *c, int count) {
  declare_logic_param("int m");
  declare_precondition("count == m * blockDim.x * gridDim.x");
  declare_postcondition("forall i [c[i]]. 0 <= i -> i < count -> c[i] == a[i] + b[i]");
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < count) {
    declare_invariant(
        // Every thread is in the loop, or none.
        "(exists t : thread. active(t)) -> forall t : thread. active(t)",
        "i == loop_count * blockDim.x * gridDim.x +
             blockDim.x * blockIdx.x + threadIdx.x",
        "forall k [c[k]]. 0 <= k && k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] + b[k]");
    c[i] = a[i] + b[i];
    i += gridDim.x * blockDim.x;
  }
}

// postconditions: fill
// launch: --blockDim=4 --gridDim=1 --arg n=4 --buffer a=16
// expect: unsupported
// reason: has no upper bound
// about: A quantifier without a bound is over all integers.
// mutant: `0 <= i -> a[i]` to `0 <= i < n -> a[i]`: verified
// mutant: `0 <= i -> a[i]` to `0 <= i < n -> active(a[i])`: unsupported
// mutant: `0 <= i -> a[i]` to `0 <= i < n -> loop_count`: unsupported
// mutant: `0 <= i -> a[i]` to `0 <= i < n -> 3 ^ a[i]`: unsupported
// mutant: `forall i. 0 <= i -> a[i] == 1` to `a[0] ==`: unsupported
// mutant: `forall i. 0 <= i -> a[i] == 1` to `exists t : thread. a[0] == 1`: unsupported
// mutant: `forall i. 0 <= i -> a[i] == 1` to `a[0]@u == 1`: unsupported
/*@ requires n == 4;
    ensures forall i. 0 <= i -> a[i] == 1 */
__global__ void fill(int *a, int n) { a[threadIdx.x] = 1; }

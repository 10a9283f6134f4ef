// postconditions: fill
// launch: --blockDim=4 --gridDim=1 --arg n=4 --buffer a=16
// expect: unsupported
// reason: the precondition in line 8 is not understood: a precondition cannot speak of what memory holds
// about: A postcondition that rests on a precondition that is not understood is not asked.
// mutant: `requires a[0] == 0;` to ``: verified
// mutant: `requires a[0] == 0;` to `ghost int;`: unsupported
/*@ requires a[0] == 0;
    ensures a[1] == 1 */
__global__ void fill(int *a, int n) { a[threadIdx.x] = 1; }

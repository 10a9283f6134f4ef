// postconditions: product
// launch: --blockDim=4,4 --gridDim=2,3 --arg wa=8 --arg wb=8 --arg m=2 --buffer a=384 --buffer b=256 --buffer c=384 --arithmetic real
// expect: verified
// about: A matrix product in tiles against sums; equations of the precondition define a logical value.
// mutant: `bp += 4 * wb` to `bp += 4`: defect
// mutant: `wa - 1) */` to `wa) */`: unknown
// mutant: `, wa - 1) */` to `, wa - 2) */`: defect
// mutant: `ap += 4, bp` to `ap += 8, bp`: defect
// mutant: `k < 4; ++k` to `k < 3; ++k`: defect
// mutant: `    __syncthreads();  // behind the products` to ``: defect data-race
/*@ ghost int m, ha;
    requires blockDim.x == 4; requires blockDim.y == 4;
    requires wa == 4 * m; requires wb == gridDim.x * 4; requires ha == gridDim.y * 4;
    ensures forall i. forall j. 0 <= i && i < ha && 0 <= j && j < wb ->
              c[wb * i + j] == sum(k, a[wa * i + k] * b[wb * k + j], 0, wa - 1) */
__global__ void product(const float *a, const float *b, float *c, int wa, int wb) {
  __shared__ float as[4][4], bs[4][4];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  int first = wa * 4 * blockIdx.y;
  //@ loop invariant loop_count <= m;
  for (int ap = first, bp = 4 * blockIdx.x; ap <= first + wa - 1; ap += 4, bp += 4 * wb) {
    as[y][x] = a[ap + wa * y + x];
    bs[y][x] = b[bp + wb * y + x];
    __syncthreads();
    for (int k = 0; k < 4; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();  // behind the products
  }
  c[wb * (4 * blockIdx.y + y) + 4 * blockIdx.x + x] = sum;
}

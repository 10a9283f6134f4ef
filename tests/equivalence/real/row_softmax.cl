// equal: "plain --local-size 1 --num-groups 4" "grouped --local-size 16 --num-groups 4"
// launch: --buffer in=256 --buffer out=256 --arithmetic real
// expect: verified
// about: A softmax of rows: the maximum that is subtracted cancels, whichever order it is found in.
// mutant: `fmax(tile[lid], tile[lid + k])` to `fmin(tile[lid], tile[lid + k])`: verified
// mutant: `sums[lid] += sums[lid + k]` to `sums[lid] += sums[lid]`: defect
// mutant: `exp(x - biggest) / sums[0]` to `exp(x) / sums[0]`: defect
// mutant: `sums[lid] = exp(x - biggest)` to `sums[lid] = exp(biggest)`: defect
__kernel void plain(__global const float *in, __global float *out) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += exp(in[row * 16 + i]);
  for (int i = 0; i < 16; ++i) out[row * 16 + i] = exp(in[row * 16 + i]) / sum;
}

__kernel void grouped(__global const float *in, __global float *out) {
  __local float tile[16], sums[16];
  int lid = get_local_id(0);
  float x = in[get_global_id(0)];
  tile[lid] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 8; k > 0; k >>= 1) {
    if (lid < k) tile[lid] = fmax(tile[lid], tile[lid + k]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float biggest = tile[0];
  sums[lid] = exp(x - biggest);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 8; k > 0; k >>= 1) {
    if (lid < k) sums[lid] += sums[lid + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = exp(x - biggest) / sums[0];
}

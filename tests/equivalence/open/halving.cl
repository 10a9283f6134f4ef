// equal: halving in_fixed_memory
// launch: --local-size * --num-groups *
// expect: verified
// about: A sum of floats over any number of work-items, by halves; the kernels load, count and guard in their own ways.
// mutant: `tid < s` to `tid <= s`: defect data-race
// mutant: `get_local_size(0) / 2` to `get_local_size(0) / 4`: defect
// mutant: `s > 0` to `s > 1`: defect
// mutant: `s >>= 1` to `s >>= 2`: defect
// mutant: `x[tid + s]` to `x[2 * s - 1 - tid]`: defect
// mutant: `x[tid] += x` to `x[tid] -= x`: defect
// mutant: `    barrier` to `    // barrier`: defect data-race
// mutant: `in[first] + ` to `in[first] - `: defect
// mutant: `if (tid < s)` to ``: defect data-race
__kernel void halving(__global const float *in, __global float *out, __local float *x) {
  uint tid = get_local_id(0);
  uint first = get_group_id(0) * (2 * get_local_size(0)) + tid;
  x[tid] = in[first] + in[first + get_local_size(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) x[tid] += x[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = x[0];
}

__kernel void in_fixed_memory(__global const float *in, __global float *out) {
  __requires(get_local_size(0) <= 1024);
  __local float y[1024];
  uint tid = get_local_id(0);
  float mine = in[get_group_id(0) * 2 * get_local_size(0) + tid];
  y[tid] = mine;
  y[tid] += in[get_group_id(0) * 2 * get_local_size(0) + get_local_size(0) + tid];
  for (uint s = get_local_size(0) / 2; s != 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tid >= s) {
    } else {
      y[tid] = y[s + tid] + y[tid];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) out[get_group_id(0)] = y[0];
}

// equal: flat tree
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=8
// expect: defect
// about: Bit by bit, the order in which floats are added makes a difference that an execution shows.
__kernel void flat(__global const float *in, __global float *out) {
  if (get_local_id(0) != 0) return;
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += in[get_group_id(0) * 8 + i];
  out[get_group_id(0)] = sum;
}

__kernel void tree(__global const float *in, __global float *out) {
  __local float tile[8];
  int lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 4; k > 0; k >>= 1) {
    if (lid < k) tile[lid] += tile[lid + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = tile[0];
}

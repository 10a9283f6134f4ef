// equal: whole "sums then total --local-size 1 --num-groups 1"
// launch: --local-size 16 --num-groups 4 --buffer in=256 --buffer out=4 --buffer part=16 --bind part=none
// expect: verified
// about: One launch that adds everything against one that leaves the sums of groups to a second launch.
// mutant: `g < 4` to `g < 3`: defect
// mutant: `part[get_group_id(0)] = tile[0]` to `part[get_group_id(0)] = tile[1]`: defect
// mutant: `i < 64; ++i` to `i < 64; i += 2`: defect
__kernel void whole(__global const uint *in, __global uint *out) {
  if (get_global_id(0) != 0) return;
  uint sum = 0;
  for (uint i = 0; i < 64; ++i) sum += in[i];
  out[0] = sum;
}

__kernel void sums(__global const uint *in, __global uint *part) {
  __local uint tile[16];
  uint lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 8; k > 0; k /= 2) {
    if (lid < k) tile[lid] += tile[lid + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) part[get_group_id(0)] = tile[0];
}

__kernel void total(__global const uint *part, __global uint *out) {
  uint sum = 0;
  for (uint g = 0; g < 4; ++g) sum += part[g];
  out[0] = sum;
}

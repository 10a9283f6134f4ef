// equal: global_counts local_counts
// launch: --local-size 16 --num-groups 4 --buffer in=64 --buffer counts=32
// expect: verified
// about: Atomic additions commute: counting in local memory first leaves the same counts.
// mutant: `in[i] & 7], 1` to `in[i] & 3], 1`: defect
// mutant: `lid < 8) atomic_add` to `lid < 7) atomic_add`: defect
// mutant: `local_bins[lid] = 0` to `local_bins[lid] = 1`: defect
__kernel void global_counts(__global const uchar *in, __global uint *counts) {
  atomic_inc(&counts[in[get_global_id(0)] & 7]);
}

__kernel void local_counts(__global const uchar *in, __global uint *counts) {
  __local uint local_bins[8];
  uint lid = get_local_id(0), i = get_global_id(0);
  if (lid < 8) local_bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&local_bins[in[i] & 7], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 8) atomic_add(&counts[lid], local_bins[lid]);
}

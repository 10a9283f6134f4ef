// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 2
// about: a histogram counts with plain increments; whether two work-items meet depends on the data

__kernel void histogram(__global const uchar *in, __global uint *bins) {
  __local uint counts[8];
  int lid = get_local_id(0);
  counts[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint bin = in[get_global_id(0)] & 7;
  counts[bin]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[lid], counts[lid]);
}

// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: histogram_plain.cl
// about: a histogram counts with atomics in local memory and merges with global atomics

__kernel void histogram(__global const uchar *in, __global uint *bins) {
  __local uint counts[8];
  int lid = get_local_id(0);
  counts[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint bin = in[get_global_id(0)] & 7;
  atomic_inc(&counts[bin]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[lid], counts[lid]);
}

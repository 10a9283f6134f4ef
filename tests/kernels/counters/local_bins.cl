// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: local_bins_mixed_up.cl
// about: each bin in local memory hands out its own slots

__kernel void sort(__global const uchar *key, __global int *out) {
  __local uint count[4];
  int i = get_local_id(0);
  count[i & 3] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint bin = key[i] & 3;
  out[bin + 4 * (atomic_inc(&count[bin]) & 0xffff)] = i;
}

// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: slots_of_other_bins.cl
// about: each bin hands out its own slots

__kernel void sort(__global const uchar *key, __global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint bin = key[i] & 3;
  out[bin + 4 * (atomic_inc(&count[bin]) & 0xffff)] = i;
}

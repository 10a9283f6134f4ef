// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2
// about: the slot of one bin is used in another

__kernel void sort(__global const uchar *key, __global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint bin = key[i] & 3;
  out[bin + 4 * (atomic_inc(&count[bin ^ (i & 1)]) & 0xffff)] = i;
}

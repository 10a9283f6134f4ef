// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 1
// about: the slot of one bin is used in another

__kernel void sort(__global const uchar *key, __global int *out) {
  __local uint count[4];
  int i = get_local_id(0);
  count[i & 3] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint bin = key[i] & 3;
  out[bin + 4 * (atomic_inc(&count[bin ^ (i & 1)]) & 0xffff)] = i;
}

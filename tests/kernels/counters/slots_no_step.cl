// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2
// about: nothing is subtracted, so that all find the same slot

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_sub(count, 0);
  out[slot] = i;
}

// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2
// about: the counter comes round after four steps, and there are eight work-items

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_add(count, 0x40000000);
  out[slot >> 30] = i;
}

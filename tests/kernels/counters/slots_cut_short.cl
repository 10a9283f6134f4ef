// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2
// about: only the low bits of a slot are used, so that two meet

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_inc(count);
  out[slot & 3] = i;
}

// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2
// about: slots are given back while others take them

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_inc(count);
  out[slot] = i;
  if (i & 1) atomic_dec(count);
}

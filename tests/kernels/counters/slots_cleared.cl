// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 4 --num-groups 2
// about: a plain store clears the counter while others count

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  if (i == 0) *count = 0;
  uint slot = atomic_inc(count);
  out[slot] = i;
}

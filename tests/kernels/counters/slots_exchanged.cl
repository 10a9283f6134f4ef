// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2
// about: an exchange sets the counter back while others count

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  if (i == 5) atomic_xchg(count, 0);
  uint slot = atomic_inc(count);
  out[slot] = i;
}

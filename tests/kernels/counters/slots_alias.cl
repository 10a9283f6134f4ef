// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 4 --num-groups 2 --buffer count=64 --buffer out=@count
// about: what is collected goes into the counter's buffer

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_inc(count);
  out[slot & 7] = i;
}

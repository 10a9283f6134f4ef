// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2
// about: the index is truncated to two bits

__kernel void truncate(__global int *out) {
  int i = get_global_id(0);
  ushort j = i & 3;
  out[j] = i;
}

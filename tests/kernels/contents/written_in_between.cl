// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000000000000200000006000000
// about: The launch itself writes the index array: what it held before does not count.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  idx[i] = 0;
  out[idx[i]] = i;
}

// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000010000000200000006000000
// about: Two entries are equal at the launch, which also writes the array after reading.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  int place = idx[i];
  out[place] = i;
  idx[i] = place + 8;
}

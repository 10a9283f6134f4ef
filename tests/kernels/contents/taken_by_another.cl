// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000000000000200000006000000
// about: All entries differ at the launch, and one work-item writes what another one reads.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  int place = idx[i];
  if (place == 6) idx[1] = 3;
  out[place] = i;
}

// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer index=32
// about: one read comes before the write and the other one behind it, so that they may differ

__kernel void scatter(__global int *out, __global int *index) {
  int i = get_global_id(0);
  int a = index[i];
  index[i] = i; int b = index[i];
  if (a != b) out[0] = i;
  out[8 + i] = a;
}

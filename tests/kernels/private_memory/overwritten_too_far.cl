// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a later loop overwrites an entry that is still read

__kernel void scatter(__global int *out) {
  int t[16];
  int i = get_local_id(0);
  for (int k = 0; k < 16; k++) t[k] = k % 8;
  for (int k = 0; k < 9; k++) t[k] = 3;
  out[t[8 + i]] = i;
}

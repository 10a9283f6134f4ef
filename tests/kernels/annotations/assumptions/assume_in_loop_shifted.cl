// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=48
// about: the access lies one behind what the assumption keeps in bounds

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int j = 0; j < 2; ++j) {
    __assume(i + 4 * j < 8);
    out[i + 8 * j + 1] = i;
  }
}

// expect: defect
// property: data-race
// lines: 15
// launch: --local-size 4 --num-groups 1 --buffer out=16
// about: a rotation loses one entry and has another twice

__kernel void rotate(__global int *out) {
  int t[4] = {0, 1, 2, 3};
  int i = get_local_id(0);
  for (int round = 0; round < 3; round++) {
    int first = t[0];
    for (int k = 0; k < 3; k++) t[k] = t[k + 1];
    t[3] = t[0];
  }
  out[t[i]] = i;
}

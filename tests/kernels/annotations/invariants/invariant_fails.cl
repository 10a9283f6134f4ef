// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: an invariant fails when the loop's condition is asked the last time

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int j = 0; __invariant(j < 8), j < 8; j++) out[i] = j;
}

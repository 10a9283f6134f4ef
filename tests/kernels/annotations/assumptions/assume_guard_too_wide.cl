// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=16
// about: the assumption leaves one work-item too many

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  __assume(i < 5);
  out[i] = i;
}

// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=16
// about: an assumption says nothing of what happened before it

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i] = i;
  __assume(i < 4);
}

// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=16
// about: an assumption on one way says nothing of the work-items that take the other

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  if (i < 6) __assume(i < 4);
  out[i] = i;
}

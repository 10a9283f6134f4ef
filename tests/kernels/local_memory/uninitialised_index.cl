// expect: possible-defect
// property: out-of-bounds
// lines: 11
// cause: undefined-value
// launch: --local-size 4 --num-groups 1 --arg n=3 --buffer out=16
// about: An index that is set on one way only.

__kernel void k(__global int* out, int n) {
  int at;
  if (n > 5) at = 0;
  out[at + 4 * get_local_id(0)] = 1;
}

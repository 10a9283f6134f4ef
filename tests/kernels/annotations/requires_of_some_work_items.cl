// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the value that the race needs breaks a precondition to which another work-item comes

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(n > 0);
  if (i == 0) __requires(n < 10);
  if (n > 9 & i > 0) out[0] = i;
}

// expect: possible-defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=32
// oracle: skip the value that it needs is no launch's
// replay: skip the value that it needs is no launch's
// about: the value that the race needs breaks a precondition to which another work-item comes

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(n > -1);
  if (i == 0) __requires(n < 10);
  if (n > 9 & i > 0) out[0] = i;
}

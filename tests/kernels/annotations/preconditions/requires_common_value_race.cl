// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=32
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=8
// about: with some value of the argument all work-items keep the preconditions, and race

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(n < 9);
  __requires(i < n);
  out[i % 4] = i;
}

// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: requires_common_value_race.cl
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=8
// about: with some value of the argument all work-items keep the preconditions

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(n < 9);
  __requires(i < n);
  out[i % 8] = i;
}

// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: each work-item keeps the preconditions with some value of the argument, and all of them with none

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(n < 5);
  __requires(i < n);
  out[i % 4] = i;
}

// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=4
// about: a launch of which some work-items break a precondition behind a branch proves nothing

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  if (n > 2) __requires(i < n);
  out[i % n] = i;
}

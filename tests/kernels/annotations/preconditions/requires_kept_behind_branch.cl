// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=8
// sibling: requires_not_asked.cl
// about: a launch that keeps a precondition behind a branch

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  if (n > 2) __requires(i < n);
  out[i % n] = i;
}

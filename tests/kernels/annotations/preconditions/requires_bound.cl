// expect: verified
// launch: --local-size 8 --num-groups 4 --buffer out=64 --arg n=16
// sibling: requires_bound_too_large.cl
// about: what the precondition says of an argument keeps the access in its buffer

__kernel void bounded(__global int *out, int n) {
  __requires(n <= 16);
  int i = get_global_id(0);
  if (i < n) out[i] = i;
}

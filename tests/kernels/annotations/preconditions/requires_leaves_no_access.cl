// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer a=32 --arg n=0
// sibling: requires_leaves_access.cl
// about: a launch that satisfies its precondition and accesses nothing

kernel void k(global int *a, int n) {
  __requires(n >= 0);
  int i = get_global_id(0);
  if (i < n) a[i] = i;
}

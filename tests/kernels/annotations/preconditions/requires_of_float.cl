// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer a=32 --arg n=100
// sibling: requires_of_float_beyond.cl
// about: whether the argument satisfies the precondition is not computed, so no violation is reported

kernel void k(global int *a, int n) {
  __requires(sqrt((float)n) > 1.5f);
  a[get_global_id(0)] = n;
}

// expect: verified
// launch: --local-size 8 --num-groups 2
// oracle-launch: --local-size 8 --num-groups 2 --arg n=3
// sibling: builtin_assume_zero.cl
// about: what the program tells its compiler to take for granted is taken so, and named

__kernel void spread(__global int *out, int n) {
  __builtin_assume(n > 0 && n < 100);
  out[get_global_id(0) * n] = get_global_id(0);
}

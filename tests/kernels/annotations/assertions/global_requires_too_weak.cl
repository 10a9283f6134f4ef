// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// oracle-launch: --local-size 8 --num-groups 2 --buffer out=64 --arg n=16
// about: the bound is one too large

__kernel void some(__global int *out, int n) {
  __global_requires(n >= 0 & n < 17);
  if (get_global_id(0) == 0) out[n] = 1;
}

// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=64 --arg n=8 --arg shift=9
// about: an argument of which no precondition speaks may be anything

__kernel void shifted(__global int *out, int n, int shift) {
  __requires(n >= 0);
  int i = get_global_id(0);
  if (i < n) out[i + shift] = i;
}

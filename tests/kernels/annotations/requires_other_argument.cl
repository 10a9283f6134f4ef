// expect: possible-defect
// property: out-of-bounds
// lines: 12
// cause: value-not-given
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=64 --arg n=8 --arg shift=9
// about: of an argument of which no precondition speaks, no value is known to be one of a launch

__kernel void shifted(__global int *out, int n, int shift) {
  __requires(n >= 0);
  int i = get_global_id(0);
  if (i < n) out[i + shift] = i;
}

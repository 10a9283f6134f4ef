// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2
// oracle-launch: --local-size 8 --num-groups 2 --arg n=0
// about: what is taken for granted allows a stride of zero

__kernel void spread(__global int *out, int n) {
  __builtin_assume(n >= 0 && n < 100);
  out[get_global_id(0) * n] = get_global_id(0);
}

// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 4 --buffer out=64
// oracle-launch: --local-size 8 --num-groups 4 --buffer out=64 --arg n=17
// about: of the values that the precondition allows, one leaves the buffer, and the launch gives none

__kernel void bounded(__global int *out, int n) {
  __requires(n <= 17);
  int i = get_global_id(0);
  if (i < n) out[i] = i;
}

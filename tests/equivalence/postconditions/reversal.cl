// postconditions: reverse
// launch: --local-size 8 --num-groups 1 --buffer a=32 --local t=32
// expect: verified
// about: Two postconditions of one kernel: the order is turned round, and the sum stays.
// mutant: `a[i] = t[7 - i]` to `a[i] = t[i]`: defect
// mutant: `a[i] = t[7 - i]` to `a[i] = t[7 - i % 4]`: defect
// mutant: `__sum(i, 0, 8, a[i])` to `__sum(i, 1, 8, a[i])`: defect
// mutant: `barrier(CLK_LOCAL_MEM_FENCE);` to ``: defect data-race
__kernel void reverse(__global uint *a, __local uint *t) {
  __postcondition(__forall(i, 0, 8, a[i] == __old(a[7 - i])));
  __postcondition(__sum(i, 0, 8, a[i]) == __sum(i, 0, 8, __old(a[i])));
  int i = get_local_id(0);
  t[i] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = t[7 - i];
}

// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer a=32 --arg n=9
// about: a launch that satisfies its precondition and accesses memory beyond the buffer

kernel void k(global int *a, int n) {
  __requires(n >= 0);
  int i = get_global_id(0);
  if (i < n) a[i] = i;
}

// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer a=16
// about: work-items race at addresses outside of the array alone, which the access outside says

__kernel void spread(__global int *a) {
  int i = get_global_id(0);
  a[i] = i;
  if (i >= 4) a[4 + i % 2] = i;
}

// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --engine=two-thread --find-bugs --local-size=8 --num-groups=1 --buffer=a=64
// about: Work-items leave a loop with a barrier after different iterations, two of them within those that are looked at.
__kernel void unwound_divergent(__global int* a) {
  int l = get_local_id(0);
  for (int i = 0; i < l; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = l;
}

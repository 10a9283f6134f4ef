// expect: unknown
// cause: loop-unwound 10
// launch: --engine=two-thread --find-bugs --loop-unwind=3 --local-size=8 --num-groups=1 --buffer=a=64
// about: Work-items leave a loop one by one. Those that are cut off are in no pair at the barrier, which is not called divergent.
__kernel void unwound_apart(__global int* a, int more) {
  __local int t[8];
  int l = get_local_id(0);
  int n = 0;
  t[l] = l;
  for (int i = 0; i < l + more; i++) {
    n += i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l ^ 1] + n;
}

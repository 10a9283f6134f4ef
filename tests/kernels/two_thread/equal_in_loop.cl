// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32
// sibling: equal_in_loop_late.cl
// about: All leave the loop together, for they read one flag, and another one in each iteration.
__kernel void equal_in_loop(__global int* out, int n) {
  __local int again;
  int l = get_local_id(0);
  for (int i = 0; i < 8; i++) {
    if (l == i) again = out[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!again) break;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// expect: defect
// property: data-race
// lines: 10 12
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32
// about: Without the barrier at its end, the next iteration writes the flag that is still read.
__kernel void equal_in_loop_late(__global int* out, int n) {
  __local int again;
  int l = get_local_id(0);
  for (int i = 0; i < 8; i++) {
    if (l == i) again = out[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!again) break;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

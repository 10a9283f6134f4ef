// expect: defect
// property: barrier-divergence
// lines: 13
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=in=64 --buffer=out=64
// about: Two work-items read different places, and one alone comes to the second barrier.
__kernel void equal_flag_apart(__global const int* in, __global int* out) {
  __local int flags[2];
  int l = get_local_id(0);
  if (l < 2) flags[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (flags[l & 1] > 3) {
    out[get_global_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

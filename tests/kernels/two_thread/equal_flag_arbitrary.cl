// expect: possible-defect
// property: barrier-divergence
// lines: 16
// cause: two-work-items
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=in=64 --buffer=out=64 --adversarial-array=flags
// oracle: skip all come to the barrier; the engine is told to know nothing of the array
// replay: skip the engine is told to know nothing of the array
// about: All of a group read one place, of an array whose contents are to be taken for arbitrary.
__kernel void equal_flag(__global const int* in, __global int* out) {
  __local int flags[2];
  int l = get_local_id(0);
  if (l < 2) flags[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (flags[0] > 3) {
    out[get_global_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

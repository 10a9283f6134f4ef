// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// about: work-items that return before a barrier do not come to it

__kernel void checked(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  if (in[i] < 0) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = i;
}

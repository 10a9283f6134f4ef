// expect: defect
// property: barrier-divergence
// lines: 10
// launch: --local-size 8 --num-groups 2
// about: each work-item decides by its own element

__kernel void by_contents(__global int *out, __global const int *in) {
  int lid = get_local_id(0);
  if (in[lid] > 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = lid;
}

// expect: possible-defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer flag=4
// about: one work-item writes it meanwhile

__kernel void some(__global int *out, __global int *flag) {
  __non_temporal_loads_begin();
  int go = flag[0];
  __non_temporal_loads_end();
  if (get_global_id(0) == 0) flag[0] = 1;
  if (go) barrier(CLK_LOCAL_MEM_FENCE);
}

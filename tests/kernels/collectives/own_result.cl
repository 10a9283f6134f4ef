// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: the result of a scan differs between work-items

__kernel void reduce(__global const int *in, __global int *out) {
  __local int first;
  const int sum = work_group_scan_inclusive_add(in[get_global_id(0)]);
  if (sum > 4) {
    if (get_local_id(0) == 0) first = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = first;
  }
}

// expect: defect
// property: barrier-divergence
// lines: 8
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: each work-item names another one

__kernel void spread(__global const int *in, __global int *out) {
  out[get_global_id(0)] = work_group_broadcast(in[get_global_id(0)], get_local_id(0));
}

// expect: defect
// property: barrier-divergence
// lines: 11
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: a trip count that each work-item reads for itself

__kernel void repeat(__global const int *counts, __global int *out) {
  int total = 0;
  const int count = counts[get_local_id(0)] & 3;
  for (int i = 0; i < count; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    total += i;
  }
  out[get_global_id(0)] = total;
}

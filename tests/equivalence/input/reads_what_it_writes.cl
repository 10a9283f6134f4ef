// equal: in_place out_of_place
// launch: --local-size 32 --num-groups 1 --bind x=src --bind x=dst
// expect: defect data-race
// cause: side-not-verified
// reason: depends on `in_place`, whose data-race is defect
// about: In place, a kernel that reads what another work-item writes races.
__kernel void in_place(__global int *x) { x[get_global_id(0)] = x[(get_global_id(0) + 1) % 32]; }
__kernel void out_of_place(__global const int *src, __global int *dst) {
  dst[get_global_id(0)] = src[(get_global_id(0) + 1) % 32];
}

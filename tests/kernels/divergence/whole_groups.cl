// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: half_a_group.cl
// about: a condition on the group number sends whole groups to the barrier

__kernel void first_groups(__global int *out) {
  if (get_group_id(0) < 1) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = 1;
}

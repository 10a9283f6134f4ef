// expect: defect
// property: data-race
// lines: 9
// launch: --local_size=*n --num_groups=*m
// oracle-launch: --local-size 4 --num-groups 2
// about: with more work-items in a group than groups, a group's cells end behind the next one's beginning

__kernel void own(__global int *out) {
  out[get_group_id(0) * get_num_groups(0) + get_local_id(0)] = get_global_id(0);
}

// expect: verified
// launch: --local_size=*n --num_groups=*n
// oracle-launch: --local-size 4 --num-groups 4
// sibling: any_number_each.cl
// about: as many groups as work-items in one: a group's cells end where the next begin

__kernel void own(__global int *out) {
  out[get_group_id(0) * get_num_groups(0) + get_local_id(0)] = get_global_id(0);
}

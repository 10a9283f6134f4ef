// expect: verified
// launch: --local-size 8 --num-groups *
// oracle-launch: --local-size 8 --num-groups 4
// sibling: any_groups_three_cells.cl
// about: any number of groups, each with a cell of its own

__kernel void of_groups(__global int *out) {
  if (get_local_id(0) == 0)
    out[get_group_id(0)] = get_group_id(0);
}

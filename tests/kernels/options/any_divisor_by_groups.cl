// expect: defect
// property: data-race
// lines: 9
// launch: --local_size=* --global_size=16
// oracle-launch: --local-size 8 --global-size 16
// about: cells of groups that are as far apart as if there were four work-items in each

__kernel void spread(__global int *out) {
  out[get_group_id(0) * 4 + get_local_id(0)] = get_global_id(0);
}

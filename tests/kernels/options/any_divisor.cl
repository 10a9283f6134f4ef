// expect: verified
// launch: --local_size=* --global_size=16
// oracle-launch: --local-size 8 --global-size 16
// sibling: any_divisor_by_groups.cl
// about: groups of any size that divide sixteen work-items

__kernel void spread(__global int *out) {
  out[get_group_id(0) * get_local_size(0) + get_local_id(0)] = get_global_id(0);
}

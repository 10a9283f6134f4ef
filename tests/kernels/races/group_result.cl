// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: group_result_shared.cl
// about: one work-item a group stores the result of its group

__kernel void group_result(__global uint *out) {
  uint group = get_group_id(0);
  if (get_local_id(0) == 0) out[group] = group;
}
